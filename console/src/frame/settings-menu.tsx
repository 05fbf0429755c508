import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { consoleApi } from '../api/console-api.ts';
import { hasCode } from '../api/console-error.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Choice } from '../components/form-fields.tsx';
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
    <Choice
      legend={translate(COMMON.language)}
      options={LANGUAGES}
      value={language.value}
      onChoose={chooseLanguage}
    />
    <Choice
      legend={translate(COMMON.studentNames)}
      options={NAME_LANGUAGES}
      value={nameLanguage()}
      onChoose={chooseNameLanguage}
    />
    <Choice
      legend={translate(COMMON.theme)}
      options={THEMES.map((value) => ({ value, label: translate(COMMON.themes[value]) }))}
      value={theme.value}
      onChoose={chooseTheme}
    />
  </>
);

/** The button at the end of the top bar, and its popover. */
export function SettingsMenu() {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const account = signedInSession()?.account;
  /** What the player is asked before the sign-out. */
  const question = useSignal<Bilingual | undefined>(undefined);
  const signOut = useAction(async () => {
    await consoleApi.signOut().catch((error) => {
      // A session that has ended already is left all the same.
      if (!hasCode(error, 'signed_out')) throw error;
    });
    leaveAccount('signed-out');
  });
  const requestSignOut = useAction(async () => {
    const waiting = allEdits.peek().length;
    const picked = account === undefined ? 0 : readPicks(account.accountId).size;
    if (account !== undefined && (await isDraftHeld(account.accountId))) question.value = EDITS.signOutDraft;
    else if (waiting > 0) question.value = EDITS.signOutWaiting(waiting);
    else if (picked > 0) question.value = EDITS.signOutPicked(picked);
    else await signOut.run();
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
            <button
              type="button"
              class="button quiet"
              aria-busy={signOut.pending.value}
              onClick={() => void requestSignOut.run()}
            >
              <span>{translate(COMMON.signOut)}</span>
            </button>
          )}
        </div>
        <ErrorMessage error={signOut.error.value} />
      </div>
      {question.value && (
        <ConfirmDialog
          title={translate(EDITS.signOutTitle)}
          text={translate(question.value)}
          confirmLabel={translate(COMMON.signOut)}
          onClose={setTo(question, undefined)}
          onConfirm={signOut.run}
        />
      )}
    </>
  );
}
