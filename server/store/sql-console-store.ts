import { type MaybePromise, mapMaybe } from '../maybe-promise.ts';
import type { StoredKey } from './account-records.ts';
import type { Caller } from './caller.ts';
import type {
  ActivityEntry,
  ActivityKind,
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
import type { ConsoleRead, ConsoleValue, ConsoleWrite, WriteStep } from './console-statements.ts';
import type { AccountData, ConsoleStore, SignUp } from './console-store.ts';
import { ENTRY_SESSION_LIFETIME_MS, SESSION_IDLE_MS, SESSION_LIFETIME_MS } from './session-lifetimes.ts';

/** An expired invite stays in the operator's list for so long. */
const EXPIRED_INVITE_RETENTION_MS = 30 * 86_400_000;
/** A key that has ended stays in the player's list for so long. */
const ENDED_KEY_RETENTION_MS = 90 * 86_400_000;
/**
 * Entries of the activity that are kept of these kinds. They need no passkey check, so they must not push out the
 * entries that tell of an intruder.
 */
const MAX_ENTRIES_OF_KIND: Partial<Record<ActivityKind, number>> = {
  'roster-imported': 50,
  'sign-in-failed': 20,
  verified: 50,
  'verification-failed': 20,
  'session-ended': 20,
  'account-renamed': 20,
  'key-refused': 20,
};

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** What the console needs from an engine. */
export interface ConsoleEngine {
  read<Row>(statement: ConsoleRead, values: readonly ConsoleValue[]): MaybePromise<Row[]>;
  /**
   * Runs the steps in one transaction. Returns false, having changed nothing, if a required step changes no row.
   * Transactions with the same `accountId` run one after the other.
   */
  write(steps: readonly WriteStep[], accountId?: string): Promise<boolean>;
  /** Deletes rate limit windows that have ended, if the database has any. */
  deleteEndedWindows?(): Promise<void>;
}

/** Implements the console's methods once, with the SQL of console-statements.ts. */
export class SqlConsoleStore implements ConsoleStore {
  readonly #engine: ConsoleEngine;

  constructor(engine: ConsoleEngine) {
    this.#engine = engine;
  }

  async saveChallenge({ digest, purpose, accountId, expiresAt }: StoredChallenge): Promise<void> {
    await this.#engine.write([step('saveChallenge', digest, purpose, accountId, expiresAt)]);
  }

  findChallenge(
    digest: string,
    purpose: ChallengePurpose,
    now: number,
  ): MaybePromise<StoredChallenge | undefined> {
    return this.#readOne('findChallenge', digest, purpose, now);
  }

  signUp(
    { challengeDigest, account, passkey, recoveryCodes, session, activity }: SignUp,
    inviteDigest: string | undefined,
  ): Promise<boolean> {
    const { accountId, name, status, createdAt } = account;
    return this.#engine.write([
      ...(inviteDigest === undefined ? [] : [requiredStep('useInvite', inviteDigest, createdAt)]),
      useChallenge(challengeDigest),
      step('insertAccount', accountId, name, status, createdAt),
      insertPasskey(passkey, NO_LIMIT),
      ...insertRecoveryCodes(accountId, recoveryCodes),
      insertSession(session),
      ...addActivity(accountId, activity),
    ]);
  }

  signIn(use: PasskeyUse, session: StoredSession, activity: ActivityEntry): Promise<boolean> {
    return this.#begin(usePasskey(use, session), session, activity);
  }

  renewSession(
    former: string,
    use: PasskeyUse,
    session: StoredSession,
    activity: ActivityEntry,
  ): Promise<boolean> {
    const endFormer = requiredStep('endOwnSession', former, session.accountId);
    return this.#begin([endFormer, ...usePasskey(use, session)], session, activity);
  }

  findLink(
    digest: string,
    now: number,
  ): MaybePromise<{ accountId: string; accountName: string } | undefined> {
    return this.#readOne('findLink', digest, now);
  }

  saveLink({ accountId, digest, expiresAt }: StoredLink): Promise<boolean> {
    return this.#engine.write([requiredStep('saveLink', accountId, digest, expiresAt)]);
  }

  enterByLink(linkDigest: string, session: StoredSession, activity: ActivityEntry): Promise<boolean> {
    const { accountId, createdAt } = session;
    return this.#begin([requiredStep('useLink', linkDigest, accountId, createdAt)], session, activity);
  }

  findRecoveryCode(digest: string): MaybePromise<{ accountId: string } | undefined> {
    return this.#readOne('findRecoveryCode', digest);
  }

  enterByRecoveryCode(codeDigest: string, session: StoredSession, activity: ActivityEntry): Promise<boolean> {
    return this.#begin([requiredStep('useRecoveryCode', codeDigest, session.accountId)], session, activity);
  }

  findSession(digest: string): MaybePromise<SessionStatus | undefined> {
    const row = this.#readOne<Omit<SessionStatus, 'accountActive'> & { accountStatus: string }>(
      'findSession',
      digest,
    );
    return mapMaybe(row, (found) => {
      if (found === undefined) return undefined;
      const { accountStatus, ...session } = found;
      return { ...session, accountActive: accountStatus === 'active' };
    });
  }

  async noteSessionUse(digest: string, at: number): Promise<void> {
    await this.#engine.write([step('noteSessionUse', digest, at)]);
  }

  listSessions(accountId: string): MaybePromise<ListedSession[]> {
    return this.#engine.read('listSessions', [accountId]);
  }

  endSession(digest: string): Promise<boolean> {
    return this.#engine.write([requiredStep('endSession', digest)]);
  }

  endListedSession(
    caller: Caller,
    accountId: string,
    digestPrefix: string,
    activity: ActivityEntry,
  ): Promise<boolean> {
    return this.#writeBy(caller, accountId, activity, [
      requiredStep('endListedSession', accountId, digestPrefix, digestPrefix.length),
    ]);
  }

  endSessions(caller: Caller, accountId: string, activity: ActivityEntry): Promise<boolean> {
    return this.#writeBy(caller, accountId, activity, [
      step('endSessions', accountId),
      step('deleteLink', accountId),
    ]);
  }

  evictIntruder(
    caller: Caller,
    accountId: string,
    eviction: { keptCredentialIds: readonly string[]; recoveryCodes: readonly string[] },
    activity: ActivityEntry,
  ): Promise<boolean> {
    const kept = eviction.keptCredentialIds.map((id) => `,${id},`).join('');
    return this.#writeBy(caller, accountId, activity, [
      step('endOtherSessions', accountId, caller.id),
      step('deleteLink', accountId),
      step('removeOtherPasskeys', accountId, kept),
      step('revokeKeys', accountId, activity.at),
      step('trimEndedKeys', accountId, activity.at),
      ...replaceRecoveryCodes(accountId, eviction.recoveryCodes),
    ]);
  }

  findPasskey(credentialId: string): MaybePromise<StoredPasskey | undefined> {
    return this.#readOne('findPasskey', credentialId);
  }

  listPasskeys(accountId: string): MaybePromise<StoredPasskey[]> {
    return this.#engine.read('listPasskeys', [accountId]);
  }

  addPasskey(
    challengeDigest: string,
    passkey: StoredPasskey,
    replacing: { digest: string; session: StoredSession; recoveryCodes?: readonly string[] | undefined },
    activity: ActivityEntry,
    maxPasskeys = NO_LIMIT,
  ): Promise<boolean> {
    const { accountId } = passkey;
    const { digest, session, recoveryCodes } = replacing;
    return this.#engine.write(
      [
        useChallenge(challengeDigest),
        requiredStep('endOwnSession', digest, accountId),
        insertPasskey(passkey, maxPasskeys),
        ...(recoveryCodes === undefined ? [] : insertFirstRecoveryCodes(accountId, recoveryCodes)),
        insertSession(session),
        ...addActivity(accountId, activity),
      ],
      accountId,
    );
  }

  renamePasskey(
    caller: Caller,
    accountId: string,
    credentialId: string,
    name: string,
    activity: ActivityEntry,
  ): Promise<boolean> {
    return this.#writeBy(caller, accountId, activity, [
      requiredStep('renamePasskey', accountId, credentialId, name),
    ]);
  }

  removePasskey(
    caller: Caller,
    accountId: string,
    credentialId: string,
    activity: ActivityEntry,
  ): Promise<boolean> {
    return this.#writeBy(caller, accountId, activity, [
      requiredStep('removePasskey', accountId, credentialId),
      step('endSessionsOfPasskey', accountId, credentialId, caller.id),
    ]);
  }

  countRecoveryCodes(accountId: string): MaybePromise<number> {
    const row = this.#readOne<{ count: number }>('countRecoveryCodes', accountId);
    return mapMaybe(row, (found) => found?.count ?? 0);
  }

  replaceRecoveryCodes(
    caller: Caller,
    accountId: string,
    digests: readonly string[],
    activity: ActivityEntry,
  ): Promise<boolean> {
    return this.#writeBy(caller, accountId, activity, replaceRecoveryCodes(accountId, digests));
  }

  issueKey(
    caller: Caller,
    key: StoredKey,
    digest: string,
    activity: ActivityEntry,
    maxKeys = NO_LIMIT,
  ): Promise<boolean> {
    return this.#writeBy(caller, key.accountId, activity, [
      insertKey(key, digest, maxKeys),
      step('trimEndedKeys', key.accountId, key.issuedAt),
    ]);
  }

  rotateKey(
    caller: Caller,
    old: Pick<StoredKey, 'keyId' | 'expiresAt'>,
    key: StoredKey,
    digest: string,
    activity: ActivityEntry,
    maxKeys = NO_LIMIT,
  ): Promise<boolean> {
    const { accountId } = key;
    return this.#writeBy(caller, accountId, activity, [
      requiredStep('endKey', accountId, old.keyId, old.expiresAt, key.issuedAt),
      insertKey(key, digest, maxKeys),
      step('trimEndedKeys', accountId, key.issuedAt),
    ]);
  }

  revokeKey(caller: Caller, accountId: string, keyId: string, activity: ActivityEntry): Promise<boolean> {
    return this.#writeBy(caller, accountId, activity, [
      requiredStep('revokeKey', accountId, keyId, activity.at),
      step('trimEndedKeys', accountId, activity.at),
    ]);
  }

  async createInvite(invite: StoredInvite, digest: string): Promise<void> {
    const { inviteId, uses, usesLeft, createdAt, expiresAt, revokedAt } = invite;
    await this.#engine.write([
      step('createInvite', inviteId, digest, uses, usesLeft, createdAt, expiresAt, revokedAt),
    ]);
  }

  listInvites(): MaybePromise<StoredInvite[]> {
    return this.#engine.read('listInvites', []);
  }

  findInvite(digest: string, now: number): MaybePromise<{ inviteId: string } | undefined> {
    return this.#readOne('findInvite', digest, now);
  }

  revokeInvite(inviteId: string, at: number): Promise<boolean> {
    return this.#engine.write([requiredStep('revokeInvite', inviteId, at)]);
  }

  renameAccount(caller: Caller, accountId: string, name: string, activity: ActivityEntry): Promise<boolean> {
    return this.#writeBy(caller, accountId, activity, [requiredStep('renameAccount', accountId, name)]);
  }

  addActivity(caller: Caller, accountId: string, activity: ActivityEntry): Promise<boolean> {
    return this.#writeBy(caller, accountId, activity, []);
  }

  listActivity(accountId: string): MaybePromise<ActivityEntry[]> {
    return this.#engine.read('listActivity', [accountId]);
  }

  /** Four reads: a tool that writes meanwhile may be in one and not in another. */
  async readAccountData(accountId: string): Promise<AccountData> {
    type Row = { id: string; json: string };
    const read = async (statement: ConsoleRead): Promise<Row[]> =>
      this.#engine.read<Row>(statement, [accountId]);
    const readMap = async (statement: ConsoleRead) =>
      new Map((await read(statement)).map(({ id, json }) => [id, json]));
    return {
      students: (await read('listRecords')).map(({ json }) => json),
      growthGoals: await readMap('listGoals'),
      giftPlans: await readMap('listGiftPlans'),
      planners: await readMap('listPlanners'),
    };
  }

  /** Not one transaction, so that no lock is held for long. */
  async deleteExpired(now: number): Promise<void> {
    for (const write of [
      step('deleteExpiredChallenges', now),
      step('deleteExpiredLinks', now),
      step(
        'deleteExpiredSessions',
        now - SESSION_IDLE_MS,
        now - SESSION_LIFETIME_MS,
        now - ENTRY_SESSION_LIFETIME_MS,
      ),
      step('deleteEndedKeys', now - ENDED_KEY_RETENTION_MS),
      step('deleteExpiredInvites', now - EXPIRED_INVITE_RETENTION_MS),
    ])
      await this.#engine.write([write]);
    await this.#engine.deleteEndedWindows?.();
  }

  #readOne<Row>(statement: ConsoleRead, ...values: ConsoleValue[]): MaybePromise<Row | undefined> {
    return mapMaybe(this.#engine.read<Row>(statement, values), ([row]) => row);
  }

  /** Requires the caller's session, and adds the entry to the activity. */
  #writeBy(
    { kind, id }: Caller,
    accountId: string,
    activity: ActivityEntry,
    steps: readonly WriteStep[],
  ): Promise<boolean> {
    const condition = kind === 'console' ? [requiredStep('requireSession', id, accountId, activity.at)] : [];
    return this.#engine.write([...condition, ...steps, ...addActivity(accountId, activity)], accountId);
  }

  /** Begins a session if all required `conditions` change a row. */
  #begin(
    conditions: readonly WriteStep[],
    session: StoredSession,
    activity: ActivityEntry,
  ): Promise<boolean> {
    const { accountId } = session;
    return this.#engine.write(
      [
        ...conditions,
        insertSession(session),
        step('trimSessions', accountId),
        ...addActivity(accountId, activity),
      ],
      accountId,
    );
  }
}

const step = (statement: ConsoleWrite, ...values: ConsoleValue[]): WriteStep => ({
  statement,
  values,
  required: false,
});

const requiredStep = (statement: ConsoleWrite, ...values: ConsoleValue[]): WriteStep => ({
  statement,
  values,
  required: true,
});

const useChallenge = (digest: string): WriteStep => requiredStep('useChallenge', digest);

const insertSession = (session: StoredSession): WriteStep => {
  const { digest, accountId, origin, credentialId, browser, createdAt, usedAt, verifiedAt } = session;
  return requiredStep(
    'insertSession',
    digest,
    accountId,
    origin,
    credentialId,
    browser,
    createdAt,
    usedAt,
    verifiedAt,
  );
};

/** The passkey that has signed the challenge begins the session. */
const usePasskey = (
  { challengeDigest, credentialId, signCount, backedUp }: PasskeyUse,
  { accountId, createdAt }: StoredSession,
): WriteStep[] => [
  useChallenge(challengeDigest),
  requiredStep('notePasskeyUse', credentialId, signCount, createdAt, accountId, backedUp),
];

const insertPasskey = (passkey: StoredPasskey, maxPasskeys: number): WriteStep => {
  const { credentialId, accountId, name, publicKey, signCount, transports, createdAt, lastUsedAt, backedUp } =
    passkey;
  return requiredStep(
    'insertPasskey',
    credentialId,
    accountId,
    name,
    publicKey,
    signCount,
    transports,
    createdAt,
    lastUsedAt,
    backedUp,
    maxPasskeys,
  );
};

const insertKey = (key: StoredKey, digest: string, maxKeys: number): WriteStep => {
  const { keyId, accountId, name, permission, shown, issuedAt, expiresAt } = key;
  return requiredStep(
    'insertKey',
    keyId,
    accountId,
    name,
    permission,
    digest,
    shown,
    issuedAt,
    expiresAt,
    maxKeys,
  );
};

const insertRecoveryCodes = (accountId: string, digests: readonly string[]): WriteStep[] =>
  digests.map((digest) => requiredStep('insertRecoveryCode', accountId, digest));

/** Rolls back if the account has codes. */
const insertFirstRecoveryCodes = (
  accountId: string,
  [first = '', ...rest]: readonly string[],
): WriteStep[] => [
  requiredStep('insertFirstRecoveryCode', accountId, first),
  step('endRecoverySessions', accountId),
  ...insertRecoveryCodes(accountId, rest),
];

const replaceRecoveryCodes = (accountId: string, digests: readonly string[]): WriteStep[] => [
  step('deleteRecoveryCodes', accountId),
  step('endRecoverySessions', accountId),
  ...insertRecoveryCodes(accountId, digests),
];

function addActivity(accountId: string, { at, kind, detail }: ActivityEntry): WriteStep[] {
  const maxOfKind = MAX_ENTRIES_OF_KIND[kind];
  return [
    step('insertActivity', accountId, at, kind, detail),
    ...(maxOfKind === undefined ? [] : [step('trimActivityKind', accountId, kind, maxOfKind)]),
    step('trimActivity', accountId),
  ];
}
