import { useEffect } from 'preact/hooks';
import { ACCOUNT } from '../texts/account-texts.ts';
import { COMMON } from '../texts/common-texts.ts';
import { translate } from '../translate.ts';
import { useAction } from '../use-action.ts';
import { pendingVerification, verifyPasskey } from '../verification-state.ts';
import { Dialog } from './dialog.tsx';
import { ActionButton } from './form-fields.tsx';
import { ErrorMessage } from './notice.tsx';

/** Says why the passkey is asked for, and asks at once. The button is for browsers that want a click, and for another try. */
export function VerificationDialog() {
  const pending = pendingVerification.value;
  return pending && <OpenDialog purpose={translate(pending.purpose)} settle={pending.settle} />;
}

function OpenDialog({ purpose, settle }: { purpose: string; settle: (isVerified: boolean) => void }) {
  const verify = useAction(async () => {
    await verifyPasskey();
    settle(true);
  });
  useEffect(() => void verify.run(), []);
  return (
    <Dialog title={translate(ACCOUNT.verifyTitle)} class="narrow" onClose={() => settle(false)}>
      <p>
        <strong>{purpose}</strong> {translate(ACCOUNT.verifyText)}
      </p>
      <ErrorMessage error={verify.error.value} />
      <div class="buttons end">
        <button type="button" class="button quiet" onClick={() => settle(false)}>
          {translate(COMMON.cancel)}
        </button>
        <ActionButton pending={verify.pending.value} onClick={() => void verify.run()}>
          {translate(ACCOUNT.verifyButton)}
        </ActionButton>
      </div>
    </Dialog>
  );
}
