import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { SignedOutView, TokenView } from '../../../../server/sign-in/views.ts';
import { hasCode } from '../../api/console-error.ts';
import { entryApi } from '../../api/entry-api.ts';
import { Button } from '../../components/button.tsx';
import { ErrorMessage, LoadFailure, Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { useAction } from '../../components/use-action.ts';
import { openFirstPage, whoAsks } from '../../session/asked-page.ts';
import { entryToken } from '../../session/entry-token.ts';
import { beginSession, session, signedInSession } from '../../session/session-state.ts';
import { ENTRY } from '../../texts/entry-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './entry.module.css';
import { findPasskeyProblem, PasskeyProblemNotice } from './sign-in-page.tsx';
import { SignUpForm } from './sign-up-form.tsx';

/** What /console/enter shows: a link, an invite, the setup link, or, without a token, open sign-up. */
export function EnterPage() {
  const token = entryToken.value;
  if (token !== undefined) return <TokenPage key={token} token={token} />;
  const view = session.value;
  if (view?.signedIn === false && view.signup === 'open') return <SignUpPage kind="open" view={view} />;
  return <Unusable title={translate(ENTRY.noTokenTitle)} text={translate(ENTRY.noToken)} />;
}

const Unusable = ({ title, text }: { title: string; text: string }) => (
  <div class={styles.entry}>
    <PageHeading title={title}>
      <p>{text}</p>
    </PageHeading>
    <PageLink to="roster" look="quiet" text={ENTRY.toSignIn} />
  </div>
);

function TokenPage({ token }: { token: string }) {
  const described = useSignal<TokenView | undefined>(undefined);
  const describe = useAction(async () => {
    described.value = await entryApi.describeToken(token);
  });
  useEffect(() => void describe.run(), []);
  const error = describe.error.value;
  if (hasCode(error, 'not_found') || hasCode(error, 'invalid_request'))
    return (
      <Unusable
        title={translate(ENTRY.tokenGoneTitle)}
        text={translate(token.startsWith('setup_') ? ENTRY.setupGone : ENTRY.tokenGone)}
      />
    );
  if (error !== undefined) return <LoadFailure error={error} onRetry={() => void describe.run()} />;
  if (described.value === undefined)
    return (
      <div class={styles.entry}>
        <SkeletonRows rows={3} />
      </div>
    );
  const { value } = described;
  if (value.kind === 'link') return <LinkPage token={token} name={value.account.name} />;
  const view = session.value?.signedIn === false ? session.value : undefined;
  return <SignUpPage kind={value.kind} invite={token} view={view} />;
}

function LinkPage({ token, name }: { token: string; name: string }) {
  const enter = useAction(async () => {
    const begun = await entryApi.enter(token);
    entryToken.value = undefined;
    openFirstPage();
    beginSession(begun);
  });
  const current = signedInSession()?.account.name;
  const view = session.value;
  const problem = view?.signedIn === false ? findPasskeyProblem(view) : undefined;
  if (hasCode(enter.error.value, 'not_found'))
    return <Unusable title={translate(ENTRY.tokenGoneTitle)} text={translate(ENTRY.tokenGone)} />;
  return (
    <div class={styles.entry}>
      <PageHeading title={ENTRY.linkTitle(name)} intro={ENTRY.linkIntro} />
      {current !== undefined && <Notice>{translate(ENTRY.linkReplaces(current))}</Notice>}
      {problem ? (
        <PasskeyProblemNotice problem={problem} token={token} />
      ) : (
        <Button look="primary" size="large" text={ENTRY.enterButton} action={enter} />
      )}
      <ErrorMessage error={enter.error.value} />
    </div>
  );
}

const SIGN_UP_TEXTS = {
  open: { title: ENTRY.createAccount, intro: ENTRY.signUpIntro },
  invite: { title: ENTRY.inviteTitle, intro: ENTRY.signUpIntro },
  setup: { title: ENTRY.setupTitle, intro: ENTRY.setupIntro },
};

function SignUpPage({
  kind,
  invite,
  view,
}: {
  kind: keyof typeof SIGN_UP_TEXTS;
  invite?: string;
  view: SignedOutView | undefined;
}) {
  const { title, intro } = SIGN_UP_TEXTS[kind];
  const current = signedInSession()?.account.name;
  const problem = view && findPasskeyProblem(view);
  const asker = whoAsks();
  return (
    <div class={styles.entry}>
      <PageHeading title={title} intro={intro}>
        {asker && <p>{translate(ENTRY.askedSignUp[asker])}</p>}
      </PageHeading>
      {current !== undefined && <Notice>{translate(ENTRY.linkReplaces(current))}</Notice>}
      {problem ? <PasskeyProblemNotice problem={problem} token={invite} /> : <SignUpForm invite={invite} />}
      <p class="hint">{translate(ENTRY.passkeyHint)}</p>
    </div>
  );
}
