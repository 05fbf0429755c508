import type { ShareView } from '../../../../server/shares/share-views.ts';
import { shareApi } from '../../api/share-api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { showToast } from '../../components/toast.tsx';
import { currentAccountId } from '../../session/session-state.ts';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';

interface DeleteShareDialogProps {
  share: ShareView;
  onClose: () => void;
  onDeleted: () => Promise<void>;
}

export const DeleteShareDialog = ({
  share: { shareId, name },
  onClose,
  onDeleted,
}: DeleteShareDialogProps) => (
  <ConfirmDialog
    title={translate(SHARE.deleteTitle)}
    text={translate(SHARE.deleteText(name))}
    confirmLabel={translate(SHARE.delete)}
    onClose={onClose}
    onConfirm={async () => {
      await shareApi.deleteShare(currentAccountId(), shareId);
      await onDeleted();
      showToast(SHARE.deleted(name));
    }}
  />
);
