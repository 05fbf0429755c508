import type { Bilingual } from '../../../../contract/bilingual.ts';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../components/toast.tsx';
import { COMMON } from '../../texts/common-texts.ts';
import { SERVER } from '../../texts/server-texts.ts';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './share-address.module.css';

/** What has an address: a link, a board. */
interface Addressed {
  readonly name: string;
  readonly url: string;
}

interface ShareAddressProps {
  share: Pick<Addressed, 'url'>;
  /** Neither opened nor focused. */
  isText?: boolean;
}

/** The address, to be read, selected or opened. */
export function ShareAddress({ share: { url }, isText = false }: ShareAddressProps) {
  const tokenAt = Math.max(url.lastIndexOf('/'), url.lastIndexOf('=')) + 1;
  const text = (
    <>
      {url.slice(0, tokenAt)}
      <wbr />
      {url.slice(tokenAt)}
    </>
  );
  return (
    <p class={styles.address} data-address>
      {isText ? (
        text
      ) : (
        <a href={url} target="_blank" rel="noreferrer">
          {text}
        </a>
      )}
    </p>
  );
}

interface ShareLinkButtonsProps {
  share: Addressed;
  /** Where nothing else is to be done. */
  isMain?: boolean;
  /** What is copied, in words. */
  copyText?: Bilingual;
  copiedText?: Bilingual;
  /** Whether it can be given to another app. */
  canSend?: boolean;
}

/** Beside a ShareAddress: copies it, and gives it to another app where the device can. */
export function ShareLinkButtons({
  share: { name, url },
  isMain = false,
  copyText = COMMON.copyLink,
  copiedText = SHARE.copiedLink,
  canSend = true,
}: ShareLinkButtonsProps) {
  const size = isMain ? undefined : 'small';
  const labelOf = (action: Bilingual) => (isMain ? undefined : translate(SHARE.actionOf(name, action)));
  return (
    <>
      <Button
        look={isMain ? 'primary' : 'quiet'}
        size={size}
        icon="copy"
        text={copyText}
        label={labelOf(copyText)}
        onClick={({ currentTarget }) => void copyAddress(url, currentTarget, copiedText)}
      />
      {canSend && 'share' in navigator && (
        <Button
          size={size}
          text={SHARE.send}
          label={labelOf(SHARE.send)}
          // A player who thinks better of it is an error to the browser.
          onClick={() => void navigator.share({ title: name, url }).catch(() => {})}
        />
      )}
    </>
  );
}

/** Addresses that no other computer reaches. */
const LOOPBACK = /^(localhost|127\.|\[::1\])/;

export const OnlyHereHint = ({ url }: Pick<Addressed, 'url'>) =>
  LOOPBACK.test(new URL(url).hostname) ? <p class="hint">{translate(SERVER.onlyHere)}</p> : null;

async function copyAddress(url: string, button: HTMLElement, copiedText: Bilingual): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showToast(copiedText);
  } catch {
    const address = button.closest(':has([data-address])')?.querySelector('[data-address]');
    if (address) getSelection()?.selectAllChildren(address);
    showToast(COMMON.copyFailed, { kind: 'warning' });
  }
}
