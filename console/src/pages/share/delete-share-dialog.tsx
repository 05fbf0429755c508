import type { ShareView } from '../../../../server/shares/views.ts';
import { shareApi } from '../../api/share-api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { currentAccountId } from '../../session/session-state.ts';
import { SHARE } from '../../texts/share-texts.ts';

interface DeleteShareDialogProps {
  share: ShareView;
  onClose: () => void;
  onDeleted: (share: ShareView) => void;
}

export const DeleteShareDialog = ({ share, onClose, onDeleted }: DeleteShareDialogProps) => (
  <ConfirmDialog
    title={SHARE.deleteTitle}
    text={SHARE.deleteText(share.name)}
    confirmLabel={SHARE.delete}
    onClose={onClose}
    onConfirm={async () => {
      await shareApi.deleteShare(currentAccountId(), share.shareId);
      onDeleted(share);
    }}
  />
);
