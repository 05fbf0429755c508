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
import styles from './share-picture.module.css';

interface SharePictureProps {
  share: ShareView;
  picture: NonNullable<ShareView['picture']>;
  onRemoved: (share: ShareView) => void;
}

/** What chats show beside the link, which is not drawn again by itself. */
export function SharePicture({ share: { shareId, name }, picture, onRemoved }: SharePictureProps) {
  const figure = useRef<HTMLElement>(null);
  const remove = useAction(async () => {
    const changed = await shareApi.removePicture(currentAccountId(), shareId);
    // The button that has the focus goes, and those of the link stay.
    const { current } = figure;
    if (current?.contains(document.activeElement))
      current.nextElementSibling?.querySelector('button')?.focus();
    onRemoved(changed);
    showToast(SHARE.pictureRemoved);
  });
  const { width, height } = SHARE_PICTURE;
  return (
    <figure ref={figure} class={styles.picture}>
      <img
        src={toPath(picture.url)}
        alt={translate(SHARE.pictureOf(name))}
        {...{ width, height }}
        loading="lazy"
      />
      <figcaption>
        <span>
          {translate(SHARE.picture)} · <DateText at={picture.sentAt} />
        </span>
        <Button
          look="text"
          text={SHARE.removePicture}
          label={SHARE.actionOf(name, SHARE.removePicture)}
          disabled={remove.pending.value}
          onClick={() => void remove.run()}
        />
        <ErrorMessage error={remove.error.value} />
      </figcaption>
    </figure>
  );
}

/** Of this server, whatever it is called: the policy of the page allows no image of another. */
const toPath = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};
