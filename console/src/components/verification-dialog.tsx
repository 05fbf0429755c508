import { useEffect } from 'preact/hooks';
import { type PendingVerification, pendingVerification } from '../session/verification-state.ts';
import { COMMON } from '../texts/common-texts.ts';
import { translate } from '../texts/translate.ts';
import { Dialog, DialogButtons } from './dialog.tsx';
import { ActionButton } from './form-fields.tsx';
import { ErrorMessage } from './notice.tsx';
import { useAction } from './use-action.ts';

/** Says why the passkey is asked for, and asks at once. The button is for browsers that want a click, and for another try. */
export function VerificationDialog() {
  const pending = pendingVerification.value;
  return pending && <OpenDialog {...pending} />;
}

function OpenDialog({ purpose, verify, settle }: PendingVerification) {
  const ask = useAction(async () => {
    await verify();
    settle(true);
  });
  useEffect(() => void ask.run(), []);
  return (
    <Dialog title={translate(COMMON.verifyTitle)} class="narrow" onClose={() => settle(false)}>
      <p>
        <strong>{translate(purpose)}</strong> {translate(COMMON.verifyText)}
      </p>
      <ErrorMessage error={ask.error.value} />
      <DialogButtons onClose={() => settle(false)}>
        <ActionButton pending={ask.pending.value} onClick={() => void ask.run()}>
          {translate(COMMON.verifyButton)}
        </ActionButton>
      </DialogButtons>
    </Dialog>
  );
}
