import type { MaybePromise } from '../maybe-promise.ts';
import type { StoredAccount, StoredKey } from './account-records.ts';
import type { Caller } from './caller.ts';
import type {
  ActivityEntry,
  ChallengePurpose,
  ListedSession,
  PasskeyUse,
  SessionStatus,
  StoredChallenge,
  StoredInvite,
  StoredLink,
  StoredPasskey,
  StoredSession,
} from './console-records.ts';

/**
 * Passkeys, sessions, invites and activity, and the changes of keys, which are entries of the activity too. Each method
 * is one atomic operation; what returns a boolean returns false, having changed nothing, if what it needs does not exist
 * or is no longer valid. That includes the session of the `caller`, and its account's being active.
 */
export interface ConsoleStore {
  // Challenges. What a response leads to uses its challenge up, and returns false if that is used already.
  saveChallenge(challenge: StoredChallenge): Promise<void>;
  /** Finds a challenge of this purpose that is neither used nor expired. */
  findChallenge(
    digest: string,
    purpose: ChallengePurpose,
    now: number,
  ): MaybePromise<StoredChallenge | undefined>;

  // Sign in and sign up. Each also deletes what it used up. The moment of use is `createdAt` of the account or session.
  // No session begins in an account that is not active.
  /**
   * `inviteDigest` undefined: sign-up is open. False if the invite is used up, expired or revoked, if the challenge is
   * used, or if the credential ID is registered already.
   */
  signUp(signUp: SignUp, inviteDigest: string | undefined): Promise<boolean>;
  /** Notes the passkey's use and begins the session. False if the passkey is gone, another account's, or copied. */
  signIn(use: PasskeyUse, session: StoredSession, activity: ActivityEntry): Promise<boolean>;
  /** Finds the account of a link that is neither used nor expired. */
  findLink(digest: string, now: number): MaybePromise<{ accountId: string; accountName: string } | undefined>;
  /** Replaces the account's former link. False if the account does not exist. */
  saveLink(link: StoredLink): Promise<boolean>;
  enterByLink(linkDigest: string, session: StoredSession, activity: ActivityEntry): Promise<boolean>;
  findRecoveryCode(digest: string): MaybePromise<{ accountId: string } | undefined>;
  enterByRecoveryCode(codeDigest: string, session: StoredSession, activity: ActivityEntry): Promise<boolean>;

  // Sessions
  /** A change by any process, such as a suspension or a sign-out, is visible to the next call. */
  findSession(digest: string): MaybePromise<SessionStatus | undefined>;
  noteSessionUse(digest: string, at: number): Promise<void>;
  /** As `signIn`, in place of the session with the digest `former`, which ends. */
  renewSession(
    former: string,
    use: PasskeyUse,
    session: StoredSession,
    activity: ActivityEntry,
  ): Promise<boolean>;
  /** Last used first. */
  listSessions(accountId: string): MaybePromise<ListedSession[]>;
  endSession(digest: string): Promise<boolean>;
  /** Ends the session of the account whose digest begins so. */
  endListedSession(
    caller: Caller,
    accountId: string,
    digestPrefix: string,
    activity: ActivityEntry,
  ): Promise<boolean>;
  /** Also voids the account's link. */
  endSessions(caller: Caller, accountId: string, activity: ActivityEntry): Promise<boolean>;
  /**
   * Ends all sessions but the caller's, voids link and recovery codes, removes all passkeys but those of `eviction`,
   * revokes all keys, and stores new recovery codes.
   */
  evictIntruder(
    caller: Caller,
    accountId: string,
    eviction: { keptCredentialIds: readonly string[]; recoveryCodes: readonly string[] },
    activity: ActivityEntry,
  ): Promise<boolean>;

  // Passkeys and recovery codes
  findPasskey(credentialId: string): MaybePromise<StoredPasskey | undefined>;
  listPasskeys(accountId: string): MaybePromise<StoredPasskey[]>;
  /**
   * `replacing`: the session that registers the passkey ends and `session` begins in its place. `recoveryCodes` are
   * the account's first. False if that session has ended, if the credential ID is registered already, if the account
   * has `maxPasskeys`, or if it has recovery codes but `recoveryCodes` is given.
   */
  addPasskey(
    challengeDigest: string,
    passkey: StoredPasskey,
    replacing: { digest: string; session: StoredSession; recoveryCodes?: readonly string[] | undefined },
    activity: ActivityEntry,
    maxPasskeys?: number,
  ): Promise<boolean>;
  renamePasskey(
    caller: Caller,
    accountId: string,
    credentialId: string,
    name: string,
    activity: ActivityEntry,
  ): Promise<boolean>;
  /**
   * Also ends the sessions that it began, but for the caller's. False also for the account's last passkey, however many
   * removals run at once.
   */
  removePasskey(
    caller: Caller,
    accountId: string,
    credentialId: string,
    activity: ActivityEntry,
  ): Promise<boolean>;
  countRecoveryCodes(accountId: string): MaybePromise<number>;
  /** Also ends the sessions that began with a former code. */
  replaceRecoveryCodes(
    caller: Caller,
    accountId: string,
    digests: readonly string[],
    activity: ActivityEntry,
  ): Promise<boolean>;

  // Keys
  /** False if the account does not exist or has `maxKeys` that have not ended. */
  issueKey(
    caller: Caller,
    key: StoredKey,
    digest: string,
    activity: ActivityEntry,
    maxKeys?: number,
  ): Promise<boolean>;
  /** Issues `key`, and moves the expiry of the key of `old` to its `expiresAt` if that is earlier; never extends it. */
  rotateKey(
    caller: Caller,
    old: Pick<StoredKey, 'keyId' | 'expiresAt'>,
    key: StoredKey,
    digest: string,
    activity: ActivityEntry,
    maxKeys?: number,
  ): Promise<boolean>;
  /** False also for a key that is revoked already. */
  revokeKey(caller: Caller, accountId: string, keyId: string, activity: ActivityEntry): Promise<boolean>;

  // Invites
  createInvite(invite: StoredInvite, digest: string): Promise<void>;
  listInvites(): MaybePromise<StoredInvite[]>;
  /** Finds the ID of an invite that can still be used. */
  findInvite(digest: string, now: number): MaybePromise<{ inviteId: string } | undefined>;
  revokeInvite(inviteId: string, at: number): Promise<boolean>;

  // The account
  renameAccount(caller: Caller, accountId: string, name: string, activity: ActivityEntry): Promise<boolean>;

  // Activity: the last 200 entries of an account are kept, and fewer of the kinds that strangers can cause.
  addActivity(caller: Caller, accountId: string, activity: ActivityEntry): Promise<boolean>;
  /** Newest first. */
  listActivity(accountId: string): MaybePromise<ActivityEntry[]>;

  /** All that the account's tools keep. */
  readAccountData(accountId: string): MaybePromise<AccountData>;

  /**
   * Deletes challenges, links and sessions that have expired, keys that ended 90 days ago, invites that expired a month
   * ago, and on PostgreSQL ended windows of the rate limiter.
   */
  deleteExpired(now: number): Promise<void>;
}

/** Each value is JSON. */
export interface AccountData {
  /** Recruited students, and those of whom only a bond is recorded. */
  readonly students: readonly string[];
  readonly growthGoals: ReadonlyMap<string, string>;
  readonly giftPlans: ReadonlyMap<string, string>;
  readonly planners: ReadonlyMap<string, string>;
}

export interface SignUp {
  challengeDigest: string;
  account: StoredAccount;
  passkey: StoredPasskey;
  /** Digests. */
  recoveryCodes: readonly string[];
  session: StoredSession;
  activity: ActivityEntry;
}
