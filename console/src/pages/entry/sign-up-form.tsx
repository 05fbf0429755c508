import { useSignal } from '@preact/signals';
import { entryApi } from '../../api/entry-api.ts';
import { ActionButton, TextField } from '../../components/form-fields.tsx';
import { Icon } from '../../components/icon.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { storeIn } from '../../components/set-to.ts';
import { useAction } from '../../components/use-action.ts';
import { openFirstPage } from '../../session/asked-page.ts';
import { entryToken } from '../../session/entry-token.ts';
import { createPasskey, suggestPasskeyName } from '../../session/passkey-ceremonies.ts';
import { beginSession, isSettingUp, newRecoveryCodes } from '../../session/session-state.ts';
import { checkName } from '../../texts/check-name.ts';
import { ENTRY } from '../../texts/entry-texts.ts';
import { translate } from '../../texts/translate.ts';

/** The name of the account and its first passkey. */
export function SignUpForm({ invite }: { invite: string | undefined }) {
  const name = useSignal('');
  const passkeyName = useSignal(suggestPasskeyName());
  const isChecked = useSignal(false);
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
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        isChecked.value = true;
        if (nameError === undefined && passkeyNameError === undefined) void signUp.run();
      }}
    >
      <TextField
        label={translate(ENTRY.accountName)}
        hint={translate(ENTRY.accountNameHint)}
        value={name.value}
        error={isChecked.value && nameError ? translate(nameError) : undefined}
        onInput={storeIn(name)}
        input={{ name: 'account-name', required: true, autocomplete: 'nickname' }}
      />
      <TextField
        label={translate(ENTRY.passkeyName)}
        hint={translate(ENTRY.passkeyNameHint)}
        value={passkeyName.value}
        error={isChecked.value && passkeyNameError ? translate(passkeyNameError) : undefined}
        onInput={storeIn(passkeyName)}
        input={{ name: 'passkey-name', required: true }}
      />
      <ActionButton class="primary large" pending={signUp.pending.value}>
        <Icon name="passkey" />
        {translate(ENTRY.signUpButton)}
      </ActionButton>
      <ErrorMessage error={signUp.error.value} />
    </form>
  );
}
