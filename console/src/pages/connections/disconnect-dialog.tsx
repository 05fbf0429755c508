import { keyApi } from '../../api/key-api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type ConnectedApp, nameApp } from '../../components/connected-app.ts';
import { sendVerified } from '../../session/send-verified.ts';
import { CONNECTIONS } from '../../texts/connection-texts.ts';
import { translate } from '../../texts/translate.ts';
import { announceEnd } from './announce-end.ts';

interface DisconnectDialogProps {
  connected: ConnectedApp;
  /** There are changes of the app to take back. */
  hasWritten: boolean;
  onClose: () => void;
  onDisconnected: () => void;
}

export function DisconnectDialog({ connected, hasWritten, onClose, onDisconnected }: DisconnectDialogProps) {
  const name = translate(nameApp(connected));
  return (
    <ConfirmDialog
      title={CONNECTIONS.disconnectTitle}
      text={CONNECTIONS.disconnectText(name)}
      confirmLabel={CONNECTIONS.disconnect}
      onClose={onClose}
      onConfirm={async () => {
        await sendVerified(CONNECTIONS.disconnectPurpose, () => keyApi.revokeKey(connected.keyId));
        announceEnd(CONNECTIONS.disconnectedNotice(name), connected.keyId, hasWritten);
        onDisconnected();
      }}
    />
  );
}
