import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { lazyPart } from './components/lazy-part.tsx';
import { LoadFailure, Notice } from './components/notice.tsx';
import { PageHeading } from './components/page-heading.tsx';
import { SkeletonRows } from './components/skeleton.tsx';
import { VerificationDialog } from './components/verification-dialog.tsx';
import { Frame } from './frame/frame.tsx';
import { currentPage, openPage, type ShownPage } from './page-address.ts';
import styles from './pages/entry/entry.module.css';
import { RosterPage } from './pages/roster/roster-page.tsx';
import { entryToken } from './session/entry-token.ts';
import { owesSignOut } from './session/owed-sign-out.ts';
import {
  isSettingUp,
  loadSession,
  newRecoveryCodes,
  session,
  sessionError,
} from './session/session-state.ts';
import { COMMON } from './texts/common-texts.ts';
import { translate } from './texts/translate.ts';

// The roster does not wait for the scripts of the other pages. start.ts preloads them.
const EntryPage = lazyPart(async () => (await import('./pages/entry/entry-page.tsx')).EntryPage);
const loadAccountPages = () => import('./pages/account-pages.ts');
const loadConsentPages = () => import('./pages/consent-pages.ts');
const loadStudentPages = () => import('./pages/student-pages.ts');
const MissingPage = lazyPart(async () => (await import('./pages/missing/missing-page.tsx')).MissingPage);
const FirstChoicesPage = lazyPart(async () => (await loadAccountPages()).FirstChoicesPage);
const PAGES = {
  roster: RosterPage,
  plan: lazyPart(async () => (await loadStudentPages()).PlanPage),
  import: lazyPart(async () => (await loadStudentPages()).ImportPage),
  pick: lazyPart(async () => (await loadStudentPages()).PickPage),
  proposals: lazyPart(async () => (await loadStudentPages()).ProposalsPage),
  history: lazyPart(async () => (await loadStudentPages()).HistoryPage),
  connections: lazyPart(async () => (await loadAccountPages()).ConnectionsPage),
  share: lazyPart(async () => (await loadStudentPages()).SharePage),
  consent: lazyPart(async () => (await loadConsentPages()).ConsentPage),
  device: lazyPart(async () => (await loadConsentPages()).DevicePage),
  account: lazyPart(async () => (await loadAccountPages()).AccountPage),
  server: lazyPart(async () => (await loadAccountPages()).ServerPage),
  enter: RosterRedirect,
  missing: MissingPage,
} satisfies Record<ShownPage, FunctionComponent>;

export function App() {
  const view = session.value;
  const isFull =
    view?.signedIn === true &&
    !view.mustAddPasskey &&
    newRecoveryCodes.value === undefined &&
    !isSettingUp.value;
  return (
    <>
      <Frame hasNavigation={isFull}>
        <Page />
      </Frame>
      <VerificationDialog />
    </>
  );
}

/** What is shown depends on the session first, then on the address. */
function Page() {
  const view = session.value;
  const page = currentPage.value;
  if (page === 'missing') return <MissingPage />;
  if (view === undefined)
    return sessionError.value === undefined ? (
      <SkeletonRows rows={3} />
    ) : (
      <div class={styles.entry}>
        <PageHeading title={COMMON.service} />
        {owesSignOut() && <Notice kind="success">{translate(COMMON.owedSignOut)}</Notice>}
        <LoadFailure error={sessionError.value} onRetry={() => void loadSession()} />
      </div>
    );
  const hasToken = page === 'enter' && entryToken.value !== undefined;
  if (!view.signedIn || view.mustAddPasskey || newRecoveryCodes.value !== undefined || hasToken)
    return <EntryPage view={view} />;
  if (isSettingUp.value) return <FirstChoicesPage />;
  const Shown = PAGES[page];
  // Another account may sign in while the page is open.
  return <Shown key={`${page} ${view.account.accountId}`} />;
}

/** There is nothing to enter for a player who is signed in and has no link. */
function RosterRedirect() {
  useEffect(() => openPage('roster', { replace: true }), []);
  return null;
}
