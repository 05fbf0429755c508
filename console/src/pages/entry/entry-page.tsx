import { useEffect } from 'preact/hooks';
import type { SessionView } from '../../../../server/sign-in/views.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { RecoveryCodes } from '../../components/recovery-codes.tsx';
import { currentPage, navigations } from '../../page-address.ts';
import { keepAskedPage, openFirstPage } from '../../session/asked-page.ts';
import { entryToken } from '../../session/entry-token.ts';
import { newRecoveryCodes } from '../../session/session-state.ts';
import { ENTRY } from '../../texts/entry-texts.ts';
import { AddPasskeyPage } from './add-passkey-page.tsx';
import { EnterPage } from './enter-page.tsx';
import styles from './entry.module.css';
import { SignInPage } from './sign-in-page.tsx';

/** What is shown in place of the page of the address until the player is signed in and has a passkey and its codes. */
export function EntryPage({ view }: { view: SessionView }) {
  useEffect(keepAskedPage, []);
  if (newRecoveryCodes.value !== undefined) return <RecoveryCodesPage codes={newRecoveryCodes.value} />;
  const hasToken = entryToken.value !== undefined;
  if (currentPage.value === 'enter' && (hasToken || !view.signedIn)) return <EnterPage />;
  return view.signedIn ? <AddPasskeyPage view={view} /> : <SignInPage view={view} />;
}

const RecoveryCodesPage = ({ codes }: { codes: readonly string[] }) => (
  <div class={styles.entry}>
    <PageHeading title={ENTRY.codesTitle} />
    <RecoveryCodes
      codes={codes}
      onKept={() => {
        navigations.value += 1;
        newRecoveryCodes.value = undefined;
        if (currentPage.peek() === 'enter') openFirstPage();
      }}
    />
  </div>
);
