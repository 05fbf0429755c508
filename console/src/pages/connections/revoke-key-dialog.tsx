import type { KeyView } from '../../../../server/keys/views.ts';
import { keyApi } from '../../api/key-api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { sendVerified } from '../../session/send-verified.ts';
import { KEYS } from '../../texts/keys-texts.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { announceEnd } from './announce-end.ts';

interface RevokeKeyDialogProps {
  apiKey: KeyView;
  /** There are changes of the key to take back. */
  hasWritten: boolean;
  onClose: () => void;
  onRevoked: () => void;
}

export const RevokeKeyDialog = ({
  apiKey: { keyId, name },
  hasWritten,
  onClose,
  onRevoked,
}: RevokeKeyDialogProps) => (
  <ConfirmDialog
    title={KEYS.revokeTitle}
    text={KEYS.revokeText(name)}
    confirmLabel={WORDS.revoke}
    onClose={onClose}
    onConfirm={async () => {
      await sendVerified(KEYS.revokePurpose, () => keyApi.revokeKey(keyId));
      announceEnd(KEYS.revokedNotice(name), keyId, hasWritten);
      onRevoked();
    }}
  />
);
