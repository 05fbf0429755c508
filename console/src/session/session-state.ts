import { signal } from '@preact/signals';
import type { SessionView, SignedInView } from '../../../server/sign-in/views.ts';
import { lastAnswer, noteConnectionLost, reconnections } from '../api/connection-state.ts';
import { consoleApi } from '../api/console-api.ts';
import { type ConsoleError, hasCode } from '../api/console-error.ts';
import { findContact, findSession, forgetAnswers, isRecent, keepSession } from '../api/kept-answers.ts';
import { navigations } from '../page-address.ts';
import {
  holdAccount,
  replaceWhen,
  restart,
  type SessionEnd,
  takeSessionEnd,
  watchTabs,
} from './held-account.ts';
import { endSession, forgetOwedSignOut, owesSignOut } from './owed-sign-out.ts';

/** Undefined until the first answer. */
export const session = signal<SessionView | undefined>(undefined);
/** Why the first answer did not come. */
export const sessionError = signal<unknown>(undefined);
/** Why a session that was there is not any more. */
export const sessionEnd = signal<SessionEnd | undefined>(takeSessionEnd());
/** Shown once, before anything else. */
export const newRecoveryCodes = signal<readonly string[] | undefined>(undefined);
/** Whether the operator of a new server is to be asked, after the codes, what it may fetch. */
export const isSettingUp = signal(false);

replaceWhen(() => newRecoveryCodes.value === undefined);

export const signedInSession = (): SignedInView | undefined =>
  session.value?.signedIn ? session.value : undefined;

/** Empty without one, which no account is. */
export const currentAccountId = (): string => signedInSession()?.account.accountId ?? '';

/** `reason` is shown if the session that was there has ended. */
export async function loadSession(reason: SessionEnd = 'ended'): Promise<void> {
  const before = signedInSession();
  const last = session.peek() === undefined ? findSession() : undefined;
  try {
    const received = last === undefined ? await askSession() : await askBriefly();
    if (before !== undefined && received?.signedIn === false) {
      sessionEnd.value ??= reason;
      newRecoveryCodes.value = undefined;
      isSettingUp.value = false;
      navigations.value += 1;
    }
    if (received !== undefined) noteSession(received);
    else if (last !== undefined) showSession(last);
    sessionError.value = undefined;
  } catch (error) {
    sessionError.value = error;
    if (session.value === undefined) setTimeout(() => void loadSession(), retryMs(error));
  }
}

async function askSession(): Promise<SessionView> {
  if (owesSignOut()) await endSession();
  return consoleApi.readSession();
}

/** How long the first answer is waited for where the device has the last one. */
const PATIENCE_MS = 4_000;

/** Undefined if the service is not reached by then. What it answers later is the return of the connection. */
async function askBriefly(): Promise<SessionView | undefined> {
  const answer = askSession().catch((error) => {
    if (!hasCode(error, 'connection_failed')) throw error;
  });
  const silence = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const received = await Promise.race([answer, silence]);
  if (received === undefined) noteConnectionLost();
  return received || undefined;
}

const DEFAULT_RETRY_SECONDS = 10;
const retryMs = (error: unknown): number =>
  ((error as ConsoleError).retryAfterSeconds ?? DEFAULT_RETRY_SECONDS) * 1000;

export function beginSession(begun: SessionView): void {
  // It has taken the place of the one that was to end.
  forgetOwedSignOut();
  sessionEnd.value = undefined;
  noteSession(begun);
}

function noteSession(view: SessionView): void {
  showSession(view);
  if (!view.signedIn) forgetAnswers();
  else if (!view.mustAddPasskey) keepSession(view);
}

function showSession(view: SessionView): void {
  if (view.signedIn) holdAccount(view.account.accountId);
  session.value = view;
}

/** A cheap request, as long as the service is not reached. An account that was seen too long ago leaves the screen too. */
export function probeService(): Promise<unknown> {
  const seenAt = lastAnswer() ?? findContact()?.at ?? 0;
  if (signedInSession() !== undefined && !isRecent(seenAt)) {
    forgetAnswers();
    restart('ended');
  }
  return consoleApi.readSession();
}

/** For every failed request of a session: looks whether it has ended, or the account is no operator's any more. */
export function noteSessionError(error: unknown): void {
  if (signedInSession() === undefined) return;
  if (hasCode(error, 'signed_out') || hasCode(error, 'passkey_required') || hasCode(error, 'forbidden'))
    checkSession('ended');
  else if (hasCode(error, 'account_suspended')) checkSession('suspended');
}

let isChecking = false;
/** Once for all requests that fail together. */
function checkSession(reason: SessionEnd): void {
  if (isChecking) return;
  isChecking = true;
  void loadSession(reason).finally(() => {
    isChecking = false;
  });
}

/** Notices what happened elsewhere: a sign-out in another tab, a suspension, the return of the connection. */
export function watchSession(): void {
  watchTabs(async () => {
    await loadSession();
    return sessionError.peek() === undefined ? signedInSession()?.account.accountId : undefined;
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && session.value !== undefined) void loadSession();
  });
  reconnections.subscribe((count) => {
    if (count > 0) void loadSession();
  });
}
