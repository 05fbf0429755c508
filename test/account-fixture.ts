import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import { type ActivityEntry, listActivity } from '../server/activity/activity.ts';
import type { StoredSession } from '../server/session/session-records.ts';
import type { StoredInvite } from '../server/sign-in/invites.ts';
import type { PasskeyUse, removePasskey, StoredPasskey } from '../server/sign-in/passkey-records.ts';
import {
  type addPasskey,
  type SignUp,
  signIn as storeSignIn,
  signUp as storeSignUp,
} from '../server/sign-in/sign-in.ts';
import { openStore } from '../server/store/open-store.ts';
import type { Store } from '../server/store/store.ts';
import { type Database, type ENGINES, newDatabase, query } from './database.ts';

export const NOW = 1_800_000_000_000;
export const MONTH_MS = 30 * 86_400_000;
export const TABLES = ['passkey', 'console_session', 'recovery_code', 'account_link', 'activity', 'account'];

export const digestOf = (text: string) => hash('sha256', text, 'hex');
export const activity = (kind: ActivityEntry['kind'], detail = ''): ActivityEntry => ({
  at: NOW,
  kind,
  detail,
});
export const session = (
  accountId: string,
  name: string,
  changes: Partial<StoredSession> = {},
): StoredSession => ({
  digest: digestOf(name),
  accountId,
  origin: 'passkey',
  credentialId: `${accountId}-1`,
  browser: 'Chrome, Android',
  createdAt: NOW,
  usedAt: NOW,
  verifiedAt: NOW,
  ...changes,
});
export const passkey = (accountId: string, credentialId: string): StoredPasskey => ({
  credentialId,
  accountId,
  name: `passkey ${credentialId}`,
  publicKey: 'cHVibGlj',
  signCount: 0,
  transports: 'internal,hybrid',
  createdAt: NOW,
  lastUsedAt: null,
  backedUp: null,
});
export const codesOf = (accountId: string) =>
  Array.from({ length: 10 }, (_, i) => digestOf(`${accountId} code ${i}`));
export const signUpOf = (accountId: string): Omit<SignUp, 'challengeDigest'> => ({
  account: { accountId, name: `name of ${accountId}`, status: 'active', createdAt: NOW },
  passkey: passkey(accountId, `${accountId}-1`),
  recoveryCodes: codesOf(accountId),
  session: session(accountId, `${accountId} session`),
  activity: activity('account-created'),
});
export const invite = (inviteId: string, changes: Partial<StoredInvite> = {}): StoredInvite => ({
  inviteId,
  uses: 1,
  usesLeft: 1,
  createdAt: NOW,
  expiresAt: NOW + MONTH_MS,
  revokedAt: null,
  madeBy: null,
  ...changes,
});
export const isAdded = async (added: ReturnType<typeof addPasskey>) => (await added) === 'done';
export const isRemoved = async (removed: ReturnType<typeof removePasskey>) => (await removed) === 'done';
export const countTrue = (results: boolean[]) => results.filter(Boolean).length;

/** The database of one engine, with what its tests do to accounts. `store` is there once the tests run. */
export function useAccounts(engine: (typeof ENGINES)[number]) {
  const fixture = {} as { database: Database; store: Store };
  before(async () => {
    fixture.database = await newDatabase(engine);
    ({ store: fixture.store } = await openStore(fixture.database.address, { create: true, migrate: true }));
  });
  after(async () => {
    await fixture.store?.close();
    await fixture.database?.remove();
  });
  const direct = (sql: string, ...values: string[]) => query(fixture.database.address, sql, values);
  const count = async (table: string, accountId: string) =>
    Number((await direct(`SELECT count(*) AS n FROM ${table} WHERE account_id = ?`, accountId))[0]?.n);
  const countRows = async (accountId: string) =>
    Object.fromEntries(
      await Promise.all(TABLES.map(async (table) => [table, await count(table, accountId)])),
    );
  /** The digest of a challenge that nobody has used. */
  const newChallenge = () => digestOf(randomUUID());
  const passkeyUse = async (credentialId: string, signCount: number): Promise<PasskeyUse> => ({
    challengeDigest: newChallenge(),
    credentialId,
    signCount,
    backedUp: 0,
  });
  const register = async (
    details: Omit<SignUp, 'challengeDigest'> & Partial<Pick<SignUp, 'challengeDigest'>>,
    inviteDigest: string | undefined,
    madeBy: string | null = null,
  ) =>
    storeSignUp(
      fixture.store.database,
      { challengeDigest: newChallenge(), ...details },
      inviteDigest === undefined ? undefined : { kind: 'invite', digest: inviteDigest, madeBy },
    );
  const signIn = async (
    credentialId: string,
    signCount: number,
    begun: StoredSession,
    entry: ActivityEntry,
  ) => storeSignIn(fixture.store.database, await passkeyUse(credentialId, signCount), begun, entry);
  /** Signs up without an invite. */
  const signUp = async (accountId: string) =>
    assert.equal(await register(signUpOf(accountId), undefined), true);
  const kindsOf = async (accountId: string) =>
    (await listActivity(fixture.store.database, accountId)).map(({ kind }) => kind);

  return Object.assign(fixture, {
    direct,
    count,
    countRows,
    newChallenge,
    passkeyUse,
    register,
    signIn,
    signUp,
    kindsOf,
  });
}
