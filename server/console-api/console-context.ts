import type { FastifyReply, FastifyRequest } from 'fastify';
import type { createPasskeys } from '../auth/passkeys.ts';
import { createSession, mustAddPasskey, verifiedUntil } from '../auth/sessions.ts';
import type { Config } from '../config.ts';
import type { StoredAccount } from '../store/account-records.ts';
import { afterWrite } from '../store/after-write.ts';
import type { SessionOrigin, SessionStatus, StoredSession } from '../store/console-records.ts';
import { sessionExpiry } from '../store/session-lifetimes.ts';
import type { Store } from '../store/types.ts';
import type { ConsoleSite } from './console-site.ts';
import type { SessionView } from './console-views.ts';
import { expiredSessionCookie, sessionCookie } from './session-cookie.ts';
import { rejectSession } from './session-errors.ts';

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

/** Begins a session once `save` has stored it; the one that the browser had before ends. */
export async function beginSession(
  { store, site, now }: ConsoleContext,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
  origin: SessionOrigin,
  save: (session: StoredSession) => Promise<boolean>,
): Promise<StoredSession | undefined> {
  const { token, session } = createSession(accountId, origin, now());
  if (!(await save(session))) return undefined;
  reply.header('set-cookie', sessionCookie(site(), token));
  const former = request.session;
  if (former !== undefined) await afterWrite(() => store.console.endSession(former.digest));
  return session;
}

export const forgetSession = ({ site }: ConsoleContext, reply: FastifyReply): FastifyReply =>
  reply.header('set-cookie', expiredSessionCookie(site()));

/** The answer to a request that has changed the session. */
export const describeChangedSession = (
  context: ConsoleContext,
  session: StoredSession,
): Promise<SessionView> => afterWrite(() => describeSession(context, session));

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
