import { connectsApps } from '../config.ts';
import { type ConsoleContext, toTime } from '../console/console-context.ts';
import type { OpenRequest } from '../console/console-request.ts';
import { hasKeptRows } from '../imports/import-memory-actions.ts';
import { browserName } from '../session/browser-name.ts';
import { expiredSessionCookie, sessionCookie } from '../session/session-cookie.ts';
import { endSession, type StoredSession } from '../session/session-records.ts';
import {
  createSession,
  mustAddPasskey,
  type SessionStart,
  sessionExpiry,
  verifiedUntil,
} from '../session/sessions.ts';
import { findAccount } from '../store/find-accounts.ts';
import { asUnknownOutcome } from '../store/unknown-outcome.ts';
import { listPasskeys } from './passkey-records.ts';
import { countRecoveryCodes } from './recovery-codes.ts';
import type { SessionView } from './views.ts';

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
  if (former !== undefined) await asUnknownOutcome(() => endSession(store.database, former));
  return session;
}

/**
 * Ends the session in the browser, and empties its cache, also of what the Back button shows. Not its storage, where the
 * preferences of the device are: the page removes what is the account's (console/src/stored-data.ts).
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
  { store, site, config, now }: ConsoleContext,
  session: StoredSession | undefined,
): Promise<SessionView> {
  const { signup, portraits } = config;
  const account = session && (await findAccount(store, session.accountId));
  if (session === undefined || account === undefined)
    return { signedIn: false, signup, passkeyProblem: site().passkeyProblem };
  const { accountId, name, createdAt, gameServer, isOperator } = account;
  const until = verifiedUntil(session, now());
  return {
    signedIn: true,
    account: { accountId, name, createdAt: toTime(createdAt), gameServer, isOperator: isOperator === 1 },
    mustAddPasskey: mustAddPasskey(session),
    endsAt: toTime(sessionExpiry(session)),
    verifiedUntil: until === null ? null : toTime(until),
    passkeys: (await listPasskeys(store.database, accountId)).length,
    recoveryCodesLeft: await countRecoveryCodes(store.database, accountId),
    keepsRows: await hasKeptRows(store.database, accountId),
    hasPortraits: portraits !== undefined,
    connectsApps: connectsApps(config),
  };
}
