import type { Bilingual } from '../../../../contract/bilingual.ts';
import type { ShareView } from '../../../../server/shares/views.ts';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../components/toast.tsx';
import { COMMON } from '../../texts/common-texts.ts';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './share-address.module.css';

/** The address, to be read, selected or opened. */
export function ShareAddress({ share: { url }, isEnded = false }: { share: ShareView; isEnded?: boolean }) {
  const tokenAt = url.lastIndexOf('/') + 1;
  const text = (
    <>
      {url.slice(0, tokenAt)}
      <wbr />
      {url.slice(tokenAt)}
    </>
  );
  return (
    <p class={styles.address} data-address>
      {isEnded ? (
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
  share: ShareView;
  /** Where nothing else is to be done. */
  isMain?: boolean;
}

/** Beside a ShareAddress: copies it, and gives it to another app where the device can. */
export function ShareLinkButtons({ share, isMain = false }: ShareLinkButtonsProps) {
  const { name, url } = share;
  const size = isMain ? undefined : 'small';
  const labelOf = (action: Bilingual) => (isMain ? undefined : translate(SHARE.actionOf(name, action)));
  return (
    <>
      <Button
        look={isMain ? 'primary' : 'quiet'}
        size={size}
        icon="copy"
        text={COMMON.copyLink}
        label={labelOf(COMMON.copyLink)}
        onClick={({ currentTarget }) => void copyAddress(url, currentTarget)}
      />
      {'share' in navigator && (
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

async function copyAddress(url: string, button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showToast(SHARE.copiedLink);
  } catch {
    const address = button.closest('li, dialog')?.querySelector('[data-address]');
    if (address) getSelection()?.selectAllChildren(address);
    showToast(COMMON.copyFailed, { kind: 'warning' });
  }
}
