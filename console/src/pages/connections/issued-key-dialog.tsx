import type { IssuedKeyView, KeyView } from '../../../../server/keys/views.ts';
import { Button } from '../../components/button.tsx';
import { Copyable } from '../../components/copyable.tsx';
import { Dialog, DialogButtons } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatDateTime } from '../../components/time-text.tsx';
import { serviceUrl } from '../../page-address.ts';
import { KEYS } from '../../texts/keys-texts.ts';
import { translate } from '../../texts/translate.ts';

interface IssuedKeyDialogProps {
  issued: IssuedKeyView;
  /** The key that this one replaces. */
  replaced: KeyView | undefined;
  onClose: () => void;
}

/** Shows a key, which is never shown again, with lines to paste. */
export function IssuedKeyDialog({ issued: { key, apiKey }, replaced, onClose }: IssuedKeyDialogProps) {
  const baseUrl = `${serviceUrl}/v1`;
  return (
    <Dialog title={KEYS.shownTitle} dismissible={false} onClose={onClose}>
      <Notice kind="warning">{translate(KEYS.shownOnce)}</Notice>
      <Copyable isSecret label={key.name} text={apiKey} />
      <Copyable
        label={translate(KEYS.environment)}
        hint={translate(KEYS.environmentHint)}
        text={`export ROLLBOOK_URL=${baseUrl}\nexport ROLLBOOK_KEY=${apiKey}`}
      />
      <Copyable
        label={translate(KEYS.firstRequest)}
        text={`curl -H 'Authorization: Bearer ${apiKey}' ${baseUrl}/me/students`}
      />
      {replaced && (
        <p class="hint">
          {translate(
            replaced.revokedAt === null
              ? KEYS.rotated(formatDateTime(replaced.expiresAt))
              : KEYS.rotatedAtOnce,
          )}
        </p>
      )}
      <DialogButtons>
        <Button look="primary" text={KEYS.shownDone} onClick={onClose} />
      </DialogButtons>
    </Dialog>
  );
}
