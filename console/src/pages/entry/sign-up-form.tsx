import { useSignal } from '@preact/signals';
import { entryApi } from '../../api/entry-api.ts';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/dialog-form.tsx';
import { TextField } from '../../components/form-fields.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { storeIn } from '../../components/set-to.ts';
import { useAction } from '../../components/use-action.ts';
import { openFirstPage } from '../../session/asked-page.ts';
import { entryToken } from '../../session/entry-token.ts';
import { createPasskey, suggestPasskeyName } from '../../session/passkey-ceremonies.ts';
import { beginSession, isSettingUp, newRecoveryCodes } from '../../session/session-state.ts';
import { checkName } from '../../texts/check-name.ts';
import { ENTRY } from '../../texts/entry-texts.ts';

/** The name of the account and its first passkey. */
export function SignUpForm({ invite }: { invite: string | undefined }) {
  const name = useSignal('');
  const passkeyName = useSignal(suggestPasskeyName());
  const signUp = useAction(async () => {
    const form = { name: name.value.trim(), ...(invite !== undefined && { invite }) };
    const response = await createPasskey(await entryApi.signUpOptions(form));
    const created = await entryApi.signUp({ ...form, passkeyName: passkeyName.value.trim(), response });
    entryToken.value = undefined;
    newRecoveryCodes.value = created.recoveryCodes;
    // The first account is the operator's.
    isSettingUp.value = created.session.signedIn && created.session.account.isOperator;
    openFirstPage();
    beginSession(created.session);
  });
  const nameError = checkName(name.value);
  const passkeyNameError = checkName(passkeyName.value);
  return (
    <Form action={signUp} isValid={nameError === undefined && passkeyNameError === undefined}>
      <TextField
        label={ENTRY.accountName}
        hint={ENTRY.accountNameHint}
        value={name.value}
        error={signUp.isAttempted.value ? nameError : undefined}
        onInput={storeIn(name)}
        input={{ name: 'account-name', required: true, autocomplete: 'nickname' }}
      />
      <TextField
        label={ENTRY.passkeyName}
        hint={ENTRY.passkeyNameHint}
        value={passkeyName.value}
        error={signUp.isAttempted.value ? passkeyNameError : undefined}
        onInput={storeIn(passkeyName)}
        input={{ name: 'passkey-name', required: true }}
      />
      <Button
        look="primary"
        size="large"
        icon="passkey"
        text={ENTRY.signUpButton}
        pending={signUp.pending.value}
      />
      <ErrorMessage error={signUp.error.value} />
    </Form>
  );
}
