import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { SignedInView } from '../../../../server/sign-in/views.ts';
import { entryApi } from '../../api/entry-api.ts';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/dialog-form.tsx';
import { TextField } from '../../components/form-fields.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { storeIn } from '../../components/set-to.ts';
import { formatClock } from '../../components/time-text.tsx';
import { useAction } from '../../components/use-action.ts';
import { navigations } from '../../page-address.ts';
import { createPasskey, suggestPasskeyName, usePasskey } from '../../session/passkey-ceremonies.ts';
import { PasskeyError } from '../../session/passkey-error.ts';
import { beginSession, loadSession, newRecoveryCodes } from '../../session/session-state.ts';
import { checkName } from '../../texts/check-name.ts';
import { ENTRY } from '../../texts/entry-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './entry.module.css';

/** The only page of a session that began with a link or a recovery code. */
export function AddPasskeyPage({ view }: { view: SignedInView }) {
  const passkeyName = useSignal(suggestPasskeyName());
  const add = useAction(async () => {
    const response = await createPasskey(await entryApi.passkeyOptions());
    const added = await entryApi.addPasskey(passkeyName.value.trim(), response);
    newRecoveryCodes.value = added.recoveryCodes ?? undefined;
    navigations.value += 1;
    beginSession(added.session);
  });
  useEffect(() => {
    const remaining = Math.max(0, Date.parse(view.endsAt) - Date.now());
    const timer = setTimeout(() => void loadSession(), remaining + 1_000);
    return () => clearTimeout(timer);
  }, [view.endsAt]);
  const isRegistered =
    add.error.value instanceof PasskeyError && add.error.value.reason === 'already-registered';
  const nameError = checkName(passkeyName.value);
  return (
    <div class={styles.entry}>
      <PageHeading title={ENTRY.addTitle} intro={ENTRY.addIntro(view.account.name)} />
      <Form action={add} isValid={nameError === undefined}>
        <TextField
          label={ENTRY.passkeyName}
          hint={ENTRY.passkeyNameHint}
          value={passkeyName.value}
          error={add.isAttempted.value ? nameError : undefined}
          onInput={storeIn(passkeyName)}
          input={{ name: 'passkey-name', required: true }}
        />
        <Button
          look="primary"
          size="large"
          icon="passkey"
          text={ENTRY.addButton}
          pending={add.pending.value}
        />
        <ErrorMessage error={add.error.value} />
        {isRegistered && <SignInInstead />}
      </Form>
      <p class="hint">{translate(ENTRY.addUntil(formatClock(view.endsAt)))}</p>
    </div>
  );
}

/** For a player who came in by another way although the device has the passkey. */
function SignInInstead() {
  const signIn = useAction(async () => {
    beginSession(await entryApi.signIn(await usePasskey(await entryApi.signInOptions())));
  });
  return (
    <>
      <p>{translate(ENTRY.addUsePasskey)}</p>
      <Button text={ENTRY.signInButton} action={signIn} />
      <ErrorMessage error={signIn.error.value} />
    </>
  );
}
