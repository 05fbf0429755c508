import type { FastifyReply, FastifyRequest } from 'fastify';
import { browserName } from '../auth/browser-name.ts';
import { rejectEndedCaller } from '../auth/callers.ts';
import type { createPasskeys } from '../auth/passkeys.ts';
import { rejectSession } from '../auth/session-errors.ts';
import { createSession, mustAddPasskey, type SessionStart, verifiedUntil } from '../auth/sessions.ts';
import type { Config } from '../config.ts';
import type { StoredAccount } from '../store/account-records.ts';
import type { SessionStatus, StoredSession } from '../store/console-records.ts';
import { sessionExpiry } from '../store/session-lifetimes.ts';
import type { Store } from '../store/store.ts';
import { asUnknownOutcome } from '../store/unknown-outcome.ts';
import type { ConsoleSite } from './console-site.ts';
import type { SessionView } from './console-views.ts';
import { expiredSessionCookie, sessionCookie } from './session-cookie.ts';

/** What the handlers of the console share. */
export interface ConsoleContext {
  store: Store;
  passkeys: ReturnType<typeof createPasskeys>;
  site: () => ConsoleSite;
  signup: Config['signup'];
  /** Throws 429 if there were too many for the subject. */
  countAttempt: (subject: string) => Promise<void>;
  now: () => number;
}

/** Of a route that requires a session. */
export const sessionOf = ({ session }: FastifyRequest): SessionStatus => session as SessionStatus;

/** After a change that the store refused: throws if it did so because the session or the account's activity has ended. */
export const rejectEndedSession = (
  { store, now }: ConsoleContext,
  { caller }: FastifyRequest,
): Promise<void> => rejectEndedCaller(store, caller, now());

/** Begins a session once `save` has stored it; the one that the browser had before ends. */
export async function beginSession(
  { store, site, now }: ConsoleContext,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
  start: SessionStart,
  save: (session: StoredSession) => Promise<boolean>,
): Promise<StoredSession | undefined> {
  const { token, session } = createSession(
    accountId,
    start,
    browserName(request.headers['user-agent']),
    now(),
  );
  if (!(await save(session))) return undefined;
  reply.header('set-cookie', sessionCookie(site(), token));
  const former = request.session;
  if (former !== undefined) await asUnknownOutcome(() => store.console.endSession(former.digest));
  return session;
}

/**
 * Ends the session in the browser, and empties its cache, also of what the Back button shows. Not its storage:
 * preferences and waiting edits lie there.
 */
export const forgetSession = ({ site }: ConsoleContext, reply: FastifyReply): FastifyReply =>
  reply.headers({ 'set-cookie': expiredSessionCookie(site()), 'clear-site-data': '"cache"' });

/** The answer to a request that has changed the session. */
export const describeChangedSession = (
  context: ConsoleContext,
  session: StoredSession,
): Promise<SessionView> => asUnknownOutcome(() => describeSession(context, session));

export async function describeSession(
  { store, site, signup, now }: ConsoleContext,
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
  { caller }: FastifyRequest,
): Promise<StoredAccount> {
  const account = await store.findAccount(caller.accountId);
  if (account === undefined) throw rejectSession('signed-out');
  return account;
}

export const toTime = (at: number): string => new Date(at).toISOString();
export const toTimeOrNull = (at: number | null): string | null => (at === null ? null : toTime(at));
