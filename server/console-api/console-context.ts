import type { Permission } from '../../contract/limits.ts';
import type { AppContext } from '../app-context.ts';
import { browserName } from '../auth/browser-name.ts';
import { rejectEndedCaller } from '../auth/callers.ts';
import type { createPasskeys } from '../auth/passkeys.ts';
import { rejectSession } from '../auth/session-errors.ts';
import { createSession, mustAddPasskey, type SessionStart, verifiedUntil } from '../auth/sessions.ts';
import type { StoredAccount } from '../store/account-records.ts';
import type { StoredSession } from '../store/console-records.ts';
import type { RateLimiter } from '../store/rate-limiter.ts';
import { sessionExpiry } from '../store/session-lifetimes.ts';
import { asUnknownOutcome } from '../store/unknown-outcome.ts';
import type { OpenRequest, SessionRequest } from './console-request.ts';
import type { ConsoleSite } from './console-site.ts';
import type { SessionView } from './console-views.ts';
import { expiredSessionCookie, sessionCookie } from './session-cookie.ts';

/** What the handlers of the console share. */
export interface ConsoleContext extends Pick<AppContext, 'config' | 'store' | 'now'> {
  passkeys: ReturnType<typeof createPasskeys>;
  site: () => ConsoleSite;
  /** Throws 429 if there were too many for the subject. */
  countAttempt: (subject: string) => Promise<void>;
  /** Those of the API, whose use the console shows. */
  apiLimiters: Record<Permission, RateLimiter>;
}

/** After a change that the store refused: throws if it did so because the session or the account's activity has ended. */
export const rejectEndedSession = (
  { store, now }: ConsoleContext,
  { caller }: SessionRequest,
): Promise<void> => rejectEndedCaller(store, caller, now());

/** Begins a session once `save` has stored it; the one that the browser had before ends. */
export async function beginSession(
  { store, site, now }: ConsoleContext,
  { incoming, session: former }: OpenRequest,
  accountId: string,
  start: SessionStart,
  save: (session: StoredSession) => Promise<boolean>,
): Promise<StoredSession | undefined> {
  const { token, session } = createSession(
    accountId,
    start,
    browserName(incoming.headers['user-agent']),
    now(),
  );
  if (!(await save(session))) return undefined;
  incoming.answerHeaders['set-cookie'] = sessionCookie(site(), token);
  if (former !== undefined) await asUnknownOutcome(() => store.console.endSession(former.digest));
  return session;
}

/**
 * Ends the session in the browser, and empties its cache, also of what the Back button shows. Not its storage:
 * preferences and waiting edits lie there.
 */
export function forgetSession({ site }: ConsoleContext, { incoming }: OpenRequest): void {
  incoming.answerHeaders['set-cookie'] = expiredSessionCookie(site());
  incoming.answerHeaders['clear-site-data'] = '"cache"';
}

/** The answer to a request that has changed the session. */
export const describeChangedSession = (
  context: ConsoleContext,
  session: StoredSession,
): Promise<SessionView> => asUnknownOutcome(() => describeSession(context, session));

export async function describeSession(
  { store, site, config: { signup }, now }: ConsoleContext,
  session: StoredSession | undefined,
): Promise<SessionView> {
  const account = session && (await store.findAccount(session.accountId));
  if (session === undefined || account === undefined)
    return { signedIn: false, signup, passkeyProblem: site().passkeyProblem };
  const { accountId, name, createdAt } = account;
  const until = verifiedUntil(session, now());
  return {
    signedIn: true,
    account: { accountId, name, createdAt: toTime(createdAt) },
    mustAddPasskey: mustAddPasskey(session),
    endsAt: toTime(sessionExpiry(session)),
    verifiedUntil: until === null ? null : toTime(until),
    passkeys: (await store.console.listPasskeys(accountId)).length,
    recoveryCodesLeft: await store.console.countRecoveryCodes(accountId),
  };
}

export async function findOwnAccount(
  { store }: ConsoleContext,
  { caller }: SessionRequest,
): Promise<StoredAccount> {
  const account = await store.findAccount(caller.accountId);
  if (account === undefined) throw rejectSession('signed-out');
  return account;
}

export const toTime = (at: number): string => new Date(at).toISOString();
export const toTimeOrNull = (at: number | null): string | null => (at === null ? null : toTime(at));
