import { useEffect } from 'preact/hooks';
import { lazyPage } from './components/lazy-page.tsx';
import { LoadFailure } from './components/notice.tsx';
import { PageHeading } from './components/page-heading.tsx';
import { RecoveryCodes } from './components/recovery-codes.tsx';
import { SkeletonRows } from './components/skeleton.tsx';
import { VerificationDialog } from './components/verification-dialog.tsx';
import { entryToken } from './entry-token.ts';
import { Frame } from './frame/frame.tsx';
import { currentPage, navigations, openPage } from './page-address.ts';
import { AddPasskeyPage } from './pages/entry/add-passkey-page.tsx';
import { EnterPage } from './pages/entry/enter-page.tsx';
import { SignInPage } from './pages/entry/sign-in-page.tsx';
import { RosterPage } from './pages/roster/roster-page.tsx';
import { loadSession, newRecoveryCodes, session, sessionError } from './session-state.ts';
import { COMMON } from './texts/common-texts.ts';
import { ENTRY } from './texts/entry-texts.ts';
import { translate } from './translate.ts';

// The roster does not wait for the script of the other pages.
const loadLaterPages = () => import('./pages/later-pages.ts');
const ImportPage = lazyPage(async () => (await loadLaterPages()).ImportPage);
const HistoryPage = lazyPage(async () => (await loadLaterPages()).HistoryPage);
const KeysPage = lazyPage(async () => (await loadLaterPages()).KeysPage);
const AccountPage = lazyPage(async () => (await loadLaterPages()).AccountPage);

export function App() {
  const view = session.value;
  const isFull = view?.signedIn === true && !view.mustAddPasskey && newRecoveryCodes.value === undefined;
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
  if (view === undefined)
    return sessionError.value === undefined ? (
      <SkeletonRows rows={3} />
    ) : (
      <div class="entry">
        <PageHeading title={translate(COMMON.service)} />
        <LoadFailure error={sessionError.value} onRetry={() => void loadSession()} />
      </div>
    );
  if (newRecoveryCodes.value !== undefined) return <RecoveryCodesPage codes={newRecoveryCodes.value} />;
  if (page === 'enter' && (entryToken.value !== undefined || !view.signedIn)) return <EnterPage />;
  if (!view.signedIn) return <SignInPage view={view} />;
  if (view.mustAddPasskey) return <AddPasskeyPage view={view} />;
  switch (page) {
    case 'history':
      return <HistoryPage />;
    case 'keys':
      return <KeysPage />;
    case 'account':
      return <AccountPage />;
    case 'import':
      return <ImportPage />;
    case 'enter':
      return <RosterRedirect />;
    default:
      // Another account may sign in while the page is open.
      return <RosterPage key={view.account.accountId} />;
  }
}

/** There is nothing to enter for a player who is signed in and has no link. */
function RosterRedirect() {
  useEffect(() => openPage('roster', { replace: true }), []);
  return null;
}

const RecoveryCodesPage = ({ codes }: { codes: readonly string[] }) => (
  <div class="entry printed">
    <PageHeading title={translate(ENTRY.codesTitle)} />
    <RecoveryCodes
      codes={codes}
      onKept={() => {
        navigations.value += 1;
        newRecoveryCodes.value = undefined;
        if (currentPage.peek() === 'enter') openPage('roster', { replace: true });
      }}
    />
  </div>
);
