import { useRef } from 'preact/hooks';
import { SHARE_PICTURE } from '../../../../contract/shares.ts';
import type { ShareView } from '../../../../server/shares/views.ts';
import { shareApi } from '../../api/share-api.ts';
import { Button } from '../../components/button.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { DateText } from '../../components/time-text.tsx';
import { showToast } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';
import { sendLinkPicture } from './send-link-picture.ts';
import styles from './share-picture.module.css';

type Picture = NonNullable<ShareView['picture']>;
const SIZE = { width: SHARE_PICTURE.width, height: SHARE_PICTURE.height };

interface SharePictureProps {
  share: ShareView;
  picture: Picture;
  onChanged: (share: ShareView) => void;
}

/** What chats show beside the link, which is not drawn again by itself. */
export function SharePicture({ share, share: { shareId, name }, picture, onChanged }: SharePictureProps) {
  const figure = useRef<HTMLElement>(null);
  const remove = useAction(async () => {
    const changed = await shareApi.removePicture(currentAccountId(), shareId);
    // The button that has the focus goes, and those of the link stay.
    const { current } = figure;
    if (current?.contains(document.activeElement))
      current.nextElementSibling?.querySelector('button')?.focus();
    onChanged(changed);
    showToast(SHARE.pictureRemoved);
  });
  const redraw = useAction(async () => {
    onChanged(await sendLinkPicture(share));
    showToast(SHARE.pictureRedrawn);
  });
  const isBusy = remove.pending.value || redraw.pending.value;
  return (
    <figure ref={figure} class={styles.picture}>
      <PreviewImage name={name} picture={picture} />
      <figcaption>
        <span class={styles.facts}>
          {translate(SHARE.picture)} · <DateText at={picture.sentAt} />
        </span>
        {[
          { action: redraw, text: SHARE.redrawPicture },
          { action: remove, text: SHARE.removePicture },
        ].map(({ action, text }) => (
          <Button
            key={text.en}
            look="text"
            text={text}
            label={SHARE.actionOf(name, text)}
            disabled={isBusy}
            onClick={() => void action.run()}
          />
        ))}
        <ErrorMessage error={redraw.error.value ?? remove.error.value} />
      </figcaption>
    </figure>
  );
}

interface PreviewImageProps {
  name: string;
  picture: Picture;
  isLarge?: boolean;
}

/** What a chat shows. */
export const PreviewImage = ({ name, picture, isLarge = false }: PreviewImageProps) => (
  <img
    src={toPath(picture.url)}
    alt={translate(SHARE.pictureOf(name))}
    {...SIZE}
    loading="lazy"
    class={isLarge ? styles.large : styles.image}
  />
);

/** Of this server, whatever it is called: the policy of the page allows no image of another. */
const toPath = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};
