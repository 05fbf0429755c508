import type { ShareView } from '../../../../server/shares/views.ts';
import { shareApi } from '../../api/share-api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { currentAccountId } from '../../session/session-state.ts';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';

interface DeleteShareDialogProps {
  share: ShareView;
  onClose: () => void;
  onDeleted: (share: ShareView) => void;
}

export const DeleteShareDialog = ({ share, onClose, onDeleted }: DeleteShareDialogProps) => (
  <ConfirmDialog
    title={translate(SHARE.deleteTitle)}
    text={translate(SHARE.deleteText(share.name))}
    confirmLabel={translate(SHARE.delete)}
    onClose={onClose}
    onConfirm={async () => {
      await shareApi.deleteShare(currentAccountId(), share.shareId);
      onDeleted(share);
    }}
  />
);
