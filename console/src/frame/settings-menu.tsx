import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { isConnected } from '../api/connection-state.ts';
import { ConsoleError, hasCode } from '../api/console-error.ts';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Choice, optionsOf } from '../components/controls.tsx';
import { Icon } from '../components/icon.tsx';
import { ErrorMessage } from '../components/notice.tsx';
import { setTo } from '../components/set-to.ts';
import { useAction } from '../components/use-action.ts';
import { allEdits } from '../outbox/outbox.ts';
import { guideUrl } from '../page-address.ts';
import {
  chooseLanguage,
  chooseNameLanguage,
  chooseTheme,
  language,
  nameLanguage,
  type Theme,
  theme,
} from '../preferences.ts';
import { readPicks } from '../roster/stored-picks.ts';
import { isDraftHeld } from '../roster/unsaved-draft.ts';
import { leaveAccount } from '../session/held-account.ts';
import { endSession, oweSignOut } from '../session/owed-sign-out.ts';
import { signedInSession } from '../session/session-state.ts';
import { COMMON } from '../texts/common-texts.ts';
import { EDITS } from '../texts/edit-texts.ts';
import { translate } from '../texts/translate.ts';
import { GameServerField } from './game-server-field.tsx';
import styles from './settings-menu.module.css';

const LANGUAGES = [
  { value: 'ko', label: '한국어' },
  { value: 'en', label: 'English' },
] as const;
const NAME_LANGUAGES = [...LANGUAGES, { value: 'ja', label: '日本語' }] as const;
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** Language, student names and theme, and what the account plays on. */
export const PreferenceFields = () => (
  <>
    {signedInSession()?.mustAddPasskey === false && <GameServerField />}
    <Choice legend={COMMON.language} options={LANGUAGES} value={language.value} onChoose={chooseLanguage} />
    <Choice
      legend={COMMON.studentNames}
      options={NAME_LANGUAGES}
      value={nameLanguage()}
      onChoose={chooseNameLanguage}
    />
    <Choice
      legend={COMMON.theme}
      options={optionsOf(THEMES, COMMON.themes)}
      value={theme.value}
      onChoose={chooseTheme}
    />
  </>
);

interface SignOutQuestion {
  readonly isOffline: boolean;
  readonly texts: readonly Bilingual[];
}

/** Undefined if the player is asked nothing. */
async function findQuestion(
  accountId: string | undefined,
  isOffline: boolean,
): Promise<SignOutQuestion | undefined> {
  const waiting = allEdits.peek().length;
  const picked = accountId === undefined ? 0 : readPicks(accountId).size;
  const texts: Bilingual[] = isOffline ? [EDITS.signOutOffline] : [];
  if (accountId !== undefined && (await isDraftHeld(accountId))) texts.push(EDITS.signOutDraft);
  else if (waiting > 0) texts.push(EDITS.signOutWaiting(waiting));
  else if (picked > 0) texts.push(EDITS.signOutPicked(picked));
  return texts.length === 0 ? undefined : { isOffline, texts };
}

/** The button at the end of the top bar, and its popover. */
export function SettingsMenu() {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const account = signedInSession()?.account;
  /** What the player is asked before the sign-out. */
  const question = useSignal<SignOutQuestion | undefined>(undefined);
  const signOut = async () => {
    if (question.peek()?.isOffline) {
      if (!oweSignOut()) throw new ConsoleError('connection_failed', 'The browser stores nothing.');
      return leaveAccount('signed-out');
    }
    try {
      await endSession();
    } catch (error) {
      if (!hasCode(error, 'connection_failed')) throw error;
      question.value = await findQuestion(account?.accountId, true);
      return;
    }
    leaveAccount('signed-out');
  };
  const requestSignOut = useAction(async () => {
    question.value = await findQuestion(account?.accountId, !isConnected.peek());
    if (question.peek() === undefined) await signOut();
  });
  return (
    <>
      <button type="button" class={styles.button} popovertarget={id}>
        <Icon name="settings" />
        <span class={account ? styles.name : 'visually-hidden'}>
          {account ? account.name : translate(COMMON.settings)}
        </span>
        {account && <span class="visually-hidden">: {translate(COMMON.settings)}</span>}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        class={styles.settings}
        role="dialog"
        aria-label={translate(COMMON.settings)}
      >
        {account && (
          <p class={styles.account}>
            <span>{translate(COMMON.signedInAs)}</span>
            <strong>{account.name}</strong>
          </p>
        )}
        <PreferenceFields />
        <div class={styles.links}>
          <a href={guideUrl(language.value)}>{translate(COMMON.guide)}</a>
          {account && (
            <Button
              text={COMMON.signOut}
              pending={requestSignOut.pending.value}
              onClick={() => void requestSignOut.run()}
            />
          )}
        </div>
        <ErrorMessage error={requestSignOut.error.value} />
      </div>
      {question.value && (
        <ConfirmDialog
          title={question.value.isOffline ? EDITS.signOutOfflineTitle : EDITS.signOutTitle}
          text={question.value.texts.map(translate).join(' ')}
          confirmLabel={COMMON.signOut}
          onClose={setTo(question, undefined)}
          onConfirm={signOut}
        />
      )}
    </>
  );
}
