import type { KeyView } from '../../../../server/keys/views.ts';
import { keyApi } from '../../api/key-api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { isApp, nameApp } from '../../components/connected-app.ts';
import { showToast } from '../../components/toast.tsx';
import { openPage } from '../../page-address.ts';
import { sendVerified } from '../../session/send-verified.ts';
import { CONNECTIONS } from '../../texts/connection-texts.ts';
import { KEYS } from '../../texts/keys-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { keyQuery } from './written-link.tsx';

/** A key, or those of an app, the newest first. */
export type Ended = readonly [KeyView, ...KeyView[]];

interface EndDialogProps {
  ended: Ended;
  /** There are changes to take back. */
  hasWritten: boolean;
  onClose: () => void;
  onEnded: () => void;
}

/** Revokes a key or disconnects an app, and then offers to take back what it has changed. */
export function EndDialog({ ended, hasWritten, onClose, onEnded }: EndDialogProps) {
  const [newest] = ended;
  const texts = isApp(newest) ? textsOfApp(translate(nameApp(newest))) : textsOfKey(newest.name);
  return (
    <ConfirmDialog
      title={texts.title}
      text={texts.text}
      confirmLabel={texts.label}
      onClose={onClose}
      onConfirm={async () => {
        await sendVerified(texts.purpose, async () => {
          for (const { keyId } of ended) await keyApi.revokeKey(keyId);
        });
        const run = () => openPage('history', { query: keyQuery(newest.keyId) });
        showToast(texts.notice, hasWritten ? { action: { label: KEYS.takeBack, run } } : {});
        onEnded();
      }}
    />
  );
}

const textsOfKey = (name: string) => ({
  title: KEYS.revokeTitle,
  text: KEYS.revokeText(name),
  label: WORDS.revoke,
  purpose: KEYS.revokePurpose,
  notice: KEYS.revokedNotice(name),
});

const textsOfApp = (name: string) => ({
  title: CONNECTIONS.disconnectTitle,
  text: CONNECTIONS.disconnectText(name),
  label: CONNECTIONS.disconnect,
  purpose: CONNECTIONS.disconnectPurpose,
  notice: CONNECTIONS.disconnectedNotice(name),
});
