import type { ShareView } from '../../../../server/shares/views.ts';
import { shareApi } from '../../api/share-api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { currentAccountId } from '../../session/session-state.ts';
import { SHARE } from '../../texts/share-texts.ts';

interface RenewShareDialogProps {
  share: ShareView;
  onClose: () => void;
  onRenewed: (share: ShareView) => void;
}

export const RenewShareDialog = ({ share: { shareId, name }, onClose, onRenewed }: RenewShareDialogProps) => (
  <ConfirmDialog
    title={SHARE.renewTitle}
    text={SHARE.renewText(name)}
    confirmLabel={SHARE.renewButton}
    onClose={onClose}
    onConfirm={async () => onRenewed(await shareApi.renewShare(currentAccountId(), shareId))}
  />
);
