import type { ShareView } from '../../../../server/shares/views.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogButtons } from '../../components/dialog.tsx';
import { COMMON } from '../../texts/common-texts.ts';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';
import { OnlyHereHint, ShareAddress, ShareLinkButtons } from './share-address.tsx';
import { PreviewImage } from './share-picture.tsx';

interface ShareReadyDialogProps {
  share: ShareView;
  /** It had another address before. */
  isRenewed: boolean;
  onDraw: () => void;
  onClose: () => void;
}

/** The address of a link, ready to be sent. */
export const ShareReadyDialog = ({ share, isRenewed, onDraw, onClose }: ShareReadyDialogProps) => (
  <Dialog title={isRenewed ? SHARE.renewedTitle : SHARE.readyTitle} onClose={onClose}>
    <p>{translate(SHARE.readyText)}</p>
    <ShareAddress share={share} />
    {share.picture && <PreviewImage name={share.name} picture={share.picture} isLarge />}
    <OnlyHereHint url={share.url} />
    <DialogButtons>
      <Button text={COMMON.close} onClick={onClose} />
      <Button text={SHARE.draw} onClick={onDraw} />
      <ShareLinkButtons share={share} isMain />
    </DialogButtons>
  </Dialog>
);
