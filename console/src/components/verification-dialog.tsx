import { useEffect } from 'preact/hooks';
import { type PendingVerification, pendingVerification } from '../session/verification-state.ts';
import { COMMON } from '../texts/common-texts.ts';
import { translate } from '../texts/translate.ts';
import { Button } from './button.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';
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
    <Dialog title={COMMON.verifyTitle} look="narrow" onClose={() => settle(false)}>
      <p>
        <strong>{translate(purpose)}</strong> {translate(COMMON.verifyText)}
      </p>
      <ErrorMessage error={ask.error.value} />
      <DialogButtons onClose={() => settle(false)}>
        <Button look="primary" text={COMMON.verifyButton} action={ask} />
      </DialogButtons>
    </Dialog>
  );
}
