import { type ActivityEntry, changeAccount, noteActivity } from '../activity/activity.ts';
import { renewAllSteps as renewBoardSteps } from '../boards/records.ts';
import { keepAuthor } from '../history/records.ts';
import { disconnectSteps } from '../keys/keys.ts';
import { revokeKeys } from '../keys/records.ts';
import {
  endAllSessions,
  endOtherSessions,
  endSessionNamed,
  endThisSession,
  insertSession,
  type StoredSession,
  trimSessions,
} from '../session/session-records.ts';
import { renewAllSteps } from '../shares/records.ts';
import type { Caller } from '../store/caller.ts';
import { readBelievedTime } from '../store/clock-jump.ts';
import { type Database, type Step, succeeds } from '../store/database.ts';
import type { NewAccount, StoredKey } from '../store/stored-account.ts';
import { deleteLink, type FoundLink, useLink } from './account-links.ts';
import { useChallenge } from './challenges.ts';
import { insertAccount } from './insert-account.ts';
import { type FoundInvite, useInvite } from './invites.ts';
import {
  insertPasskey,
  listPasskeys,
  notePasskeyUse,
  type PasskeyUse,
  removeOtherPasskeys,
  requirePasskeys,
  type StoredPasskey,
} from './passkey-records.ts';
import {
  insertFirstRecoveryCodes,
  insertRecoveryCodes,
  listRecoveryCodes,
  newRecoveryCodes,
  useRecoveryCode,
} from './recovery-codes.ts';
import { useSetupLink } from './setup-links.ts';

/**
 * How sessions begin and end. Each function is one transaction; where it returns a boolean, false says that nothing has
 * changed, because what it needs does not exist or is no longer valid. What is used up is deleted. The moment of use is `createdAt` of the
 * account or session. No session begins in an account that is not active.
 */

export interface SignUp {
  challengeDigest: string;
  account: NewAccount;
  passkey: StoredPasskey;
  /** Digests. */
  recoveryCodes: readonly string[];
  session: StoredSession;
  activity: ActivityEntry;
}

/** The permit that a sign-up uses up; undefined where it is open. The setup link makes an operator's account. */
export type SignUpPermit =
  | ({ kind: 'invite' } & Pick<FoundInvite, 'digest' | 'madeBy'>)
  | { kind: 'setup'; digest: string }
  | undefined;

/**
 * False if the permit is used up, expired, revoked or of somebody who is no operator any more, if the challenge is used, or if the credential ID is registered
 * already.
 */
export function signUp(
  database: Database,
  { challengeDigest, account, passkey, recoveryCodes, session, activity }: SignUp,
  permit: SignUpPermit,
): Promise<boolean> {
  const { accountId, createdAt } = account;
  return succeeds(
    database.write('signUp', [
      ...usePermit(permit, createdAt),
      useChallenge(challengeDigest, createdAt),
      ...insertAccount(account, permit?.kind === 'setup', activity),
      ...insertPasskey(passkey),
      ...insertRecoveryCodes(accountId, recoveryCodes),
      insertSession(session),
    ]),
  );
}

function usePermit(permit: SignUpPermit, at: number): Step[] {
  if (permit === undefined) return [];
  return permit.kind === 'setup' ? [useSetupLink(permit.digest, at)] : useInvite(permit, at);
}

/** Notes the passkey's use and begins the session. False if the passkey is gone, another account's, or copied. */
export const signIn = (
  database: Database,
  use: PasskeyUse,
  session: StoredSession,
  activity: ActivityEntry,
): Promise<boolean> => begin(database, 'signIn', usePasskey(use, session), session, activity);

/** Signs in in place of the session with the digest `former`, which ends. */
export const renewSession = (
  database: Database,
  former: string,
  use: PasskeyUse,
  session: StoredSession,
  activity: ActivityEntry,
): Promise<boolean> =>
  begin(
    database,
    'renewSession',
    [
      endThisSession({ accountId: session.accountId, digest: former }),
      ...usePasskey(use, session),
      keepAuthor(session.accountId, former, session.digest),
    ],
    session,
    activity,
  );

export const enterByLink = (
  database: Database,
  link: Pick<FoundLink, 'digest' | 'madeBy'>,
  session: StoredSession,
  activity: ActivityEntry,
): Promise<boolean> =>
  begin(database, 'enterByLink', useLink(link, session.accountId, session.createdAt), session, activity);

export const enterByRecoveryCode = (
  database: Database,
  codeDigest: string,
  session: StoredSession,
  activity: ActivityEntry,
): Promise<boolean> =>
  begin(database, 'enterByRecoveryCode', useRecoveryCode(codeDigest, session.accountId), session, activity);

/**
 * The outcome for a new passkey. `rejected`: the challenge is used, or the credential ID is registered already.
 * `has-codes`: the account has recovery codes, which it keeps.
 */
export type PasskeyAddition = 'done' | 'session-ended' | 'limit-reached' | 'has-codes' | 'rejected';

/**
 * `replacing`: the session that registers the passkey ends and `session` begins in its place. `recoveryCodes` are the
 * account's first.
 */
export async function addPasskey(
  database: Database,
  challengeDigest: string,
  passkey: StoredPasskey,
  replacing: { digest: string; session: StoredSession; recoveryCodes?: readonly string[] | undefined },
  activity: ActivityEntry,
  maxPasskeys?: number,
): Promise<PasskeyAddition> {
  const { accountId } = passkey;
  const { digest, session, recoveryCodes } = replacing;
  const end = endThisSession({ accountId, digest });
  const begin = insertSession(session);
  const limit = maxPasskeys === undefined ? [] : [requirePasskeys(accountId, maxPasskeys)];
  const codes = recoveryCodes === undefined ? [] : insertFirstRecoveryCodes(accountId, recoveryCodes);
  const failed = await database.write(
    'addPasskey',
    [
      end,
      useChallenge(challengeDigest, session.createdAt),
      ...insertPasskey(passkey),
      // After the passkey: an eviction may have left the account without any.
      ...limit,
      ...codes,
      begin,
      keepAuthor(accountId, digest, session.digest),
      ...noteActivity(accountId, activity),
    ],
    accountId,
  );
  if (failed === undefined) return 'done';
  if (failed === end || failed === begin) return 'session-ended';
  if (limit.includes(failed)) return 'limit-reached';
  return codes.includes(failed) ? 'has-codes' : 'rejected';
}

/** Ends the session of the account whose digest begins so. */
export const endListedSession = (
  database: Database,
  caller: Caller,
  accountId: string,
  digestPrefix: string,
  activity: ActivityEntry,
): Promise<boolean> =>
  succeeds(
    changeAccount(database, 'endListedSession', caller, accountId, activity, [
      endSessionNamed(accountId, digestPrefix),
    ]),
  );

/** Also voids the account's link, and disconnects the apps. */
export const endSessions = (
  database: Database,
  caller: Caller,
  accountId: string,
  activity: ActivityEntry,
  apps: readonly StoredKey[] = [],
): Promise<boolean> =>
  succeeds(
    changeAccount(database, 'endSessions', caller, accountId, activity, [
      endAllSessions(accountId),
      deleteLink(accountId),
      ...disconnectSteps(apps, activity.at),
    ]),
  );

/**
 * Ends all sessions but the caller's, voids link and recovery codes, removes all passkeys but those of `eviction`,
 * revokes all keys, gives links and boards new addresses and takes the links off all boards, and stores new recovery codes.
 */
export async function evictIntruder(
  database: Database,
  caller: Caller,
  accountId: string,
  eviction: { keptCredentialIds: readonly string[]; recoveryCodes: readonly string[] },
  activity: ActivityEntry,
): Promise<boolean> {
  const passkeys = await listPasskeys(database, accountId);
  const formerCodes = await listRecoveryCodes(database, accountId);
  const renewed = [
    ...(await renewAllSteps(database, accountId, activity.at)),
    ...(await renewBoardSteps(database, accountId)),
  ];
  const believedAt = await readBelievedTime(database, activity.at);
  return succeeds(
    changeAccount(database, 'evictIntruder', caller, accountId, activity, [
      endOtherSessions(accountId, caller.id),
      deleteLink(accountId),
      ...removeOtherPasskeys(accountId, eviction.keptCredentialIds, passkeys),
      ...revokeKeys(accountId, activity.at, believedAt),
      ...renewed,
      ...newRecoveryCodes(accountId, eviction.recoveryCodes, formerCodes),
    ]),
  );
}

/** The passkey that has signed the challenge begins the session. */
const usePasskey = (use: PasskeyUse, { accountId, createdAt }: StoredSession): Step[] => [
  useChallenge(use.challengeDigest, createdAt),
  notePasskeyUse(use, accountId, createdAt),
];

/** Begins a session if all required `conditions` change a row. */
function begin(
  database: Database,
  operation: string,
  conditions: readonly Step[],
  session: StoredSession,
  activity: ActivityEntry,
): Promise<boolean> {
  const { accountId } = session;
  return succeeds(
    database.write(
      operation,
      [...conditions, insertSession(session), trimSessions(accountId), ...noteActivity(accountId, activity)],
      accountId,
    ),
  );
}
