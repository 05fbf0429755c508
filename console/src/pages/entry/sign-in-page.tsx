import { useSignal } from '@preact/signals';
import type { SignedOutView } from '../../../../server/sign-in/views.ts';
import { hasCode } from '../../api/console-error.ts';
import { entryApi } from '../../api/entry-api.ts';
import { Button } from '../../components/button.tsx';
import { Copyable } from '../../components/copyable.tsx';
import { Form } from '../../components/dialog-form.tsx';
import { TextField } from '../../components/form-fields.tsx';
import { ErrorMessage, Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Section } from '../../components/section.tsx';
import { useAction } from '../../components/use-action.ts';
import { countUnstored } from '../../outbox/edit-storage.ts';
import { currentPage } from '../../page-address.ts';
import { openedStudent } from '../../roster/roster-view-state.ts';
import { openFirstPage, whoAsks } from '../../session/asked-page.ts';
import { usePasskey } from '../../session/passkey-ceremonies.ts';
import { hasPasskeys } from '../../session/passkey-error.ts';
import { beginSession, sessionEnd } from '../../session/session-state.ts';
import { forgetStored, listStored } from '../../stored-data.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { EDITS } from '../../texts/edit-texts.ts';
import { ENTRY } from '../../texts/entry-texts.ts';
import { FAILURES } from '../../texts/error-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './entry.module.css';

export function SignInPage({ view }: { view: SignedOutView }) {
  const signIn = useAction(async () => {
    const session = await entryApi.signIn(await usePasskey(await entryApi.signInOptions()));
    if (currentPage.peek() === 'enter') openFirstPage();
    beginSession(session);
  });
  const problem = findPasskeyProblem(view);
  const asker = whoAsks();
  return (
    <div class={styles.entry}>
      <PageHeading title={ENTRY.signInTitle} intro={asker ? ENTRY.askedSignIn[asker] : ENTRY.signInIntro} />
      <SessionEndNotice />
      <WaitingEditsNotice />
      {openedStudent.value?.unsaved && <Notice>{translate(EDITS.draftKept)}</Notice>}
      {problem ? (
        <PasskeyProblemNotice problem={problem} />
      ) : (
        <>
          <Button look="primary" size="large" icon="passkey" text={ENTRY.signInButton} action={signIn} />
          <p class="hint" role="status">
            {translate(signIn.pending.value ? ENTRY.signingIn : ENTRY.passkeyHint)}
          </p>
          <ErrorMessage error={signIn.error.value} />
          <details>
            <summary>{translate(ENTRY.lostTitle)}</summary>
            <RecoveryForm />
          </details>
        </>
      )}
      <Section id="new-here" title={ENTRY.newTitle} class={styles.aside}>
        <p>{translate(ENTRY.signup[view.signup])}</p>
        {view.signup === 'open' && problem === undefined && (
          <PageLink to="enter" look="quiet" text={ENTRY.createAccount} />
        )}
      </Section>
    </div>
  );
}

function RecoveryForm() {
  const code = useSignal('');
  const recover = useAction(async () => {
    beginSession(await entryApi.recover(code.value.trim()));
  });
  const isMissing = code.value.trim() === '';
  const error = recover.error.value;
  const isRefused = hasCode(error, 'recovery_code_rejected') || hasCode(error, 'invalid_request');
  return (
    <Form action={recover} isValid={!isMissing}>
      <p>{translate(ENTRY.recoveryIntro)}</p>
      <TextField
        label={ENTRY.recoveryCode}
        value={code.value}
        onInput={(value) => {
          code.value = value;
          recover.isAttempted.value = false;
        }}
        error={
          recover.isAttempted.value && isMissing
            ? ENTRY.codeRequired
            : isRefused
              ? FAILURES.recovery_code_rejected
              : undefined
        }
        look="mono"
        input={{ spellcheck: false, autocapitalize: 'characters', name: 'recovery-code' }}
      />
      <Button text={ENTRY.recoverButton} pending={recover.pending.value} />
      <ErrorMessage error={isRefused ? undefined : error} />
      <p class="hint">{translate(ENTRY.noCodes)}</p>
    </Form>
  );
}

const SessionEndNotice = () => (
  <div role="status">
    {sessionEnd.value === 'ended' && <Notice>{translate(FAILURES.signed_out)}</Notice>}
    {sessionEnd.value === 'suspended' && <Notice kind="warning">{translate(ENTRY.suspended)}</Notice>}
    {sessionEnd.value === 'signed-out' && <Notice kind="success">{translate(ENTRY.signedOut)}</Notice>}
    {sessionEnd.value === 'account-deleted' && (
      <Notice kind="success">{translate(ENTRY.accountDeleted)}</Notice>
    )}
  </div>
);

/** The edits of whoever's session has ended here. What they are is not told to others. */
function WaitingEditsNotice() {
  const count = useSignal(listStored('rollbook-edit').length + countUnstored());
  if (count.value === 0) return null;
  const remove = () => {
    forgetStored();
    count.value = 0;
  };
  return (
    <Notice>
      <p>{translate(ENTRY.waitingEdits(count.value))}</p>
      <Button look="text" text={ENTRY.removeWaitingEdits} onClick={remove} />
    </Notice>
  );
}

type PasskeyProblemName = keyof typeof ENTRY.problems;

export function findPasskeyProblem({ passkeyProblem }: SignedOutView): PasskeyProblemName | undefined {
  if (passkeyProblem !== null) return passkeyProblem;
  return hasPasskeys() ? undefined : 'unsupported';
}

/** `token` is the link's, which works in another browser. */
export function PasskeyProblemNotice({
  problem,
  token,
}: {
  problem: PasskeyProblemName;
  token?: string | undefined;
}) {
  const { title, text, operator } = ENTRY.problems[problem];
  return (
    <>
      <Notice kind="warning" title={title}>
        <p>{translate(text)}</p>
        {operator && <p class="hint">{translate(operator)}</p>}
      </Notice>
      {problem === 'unsupported' && token !== undefined && (
        <Copyable
          label={translate(ENTRY.receivedLink)}
          copyLabel={translate(COMMON.copyLink)}
          text={`${location.origin}${location.pathname}#${token}`}
        />
      )}
    </>
  );
}
