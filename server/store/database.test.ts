import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { atOnce, type Database, ENGINES, newDatabase, query } from '../../test/database.ts';
import { issueStored, revokeStored, rotateStored } from '../../test/key-changes.ts';
import { saveLink } from '../../test/save-link.ts';
import { deleteAccount } from '../accounts/delete-account.ts';
import { type ActivityEntry, addActivity, listActivity } from '../activity/activity.ts';
import { deleteExpired } from '../expiry-sweep.ts';
import {
  ENTRY_SESSION_LIFETIME_MS,
  SESSION_IDLE_MS,
  SESSION_LIFETIME_MS,
} from '../session/session-lifetimes.ts';
import { endSession, findSession, noteSessionUse, type StoredSession } from '../session/session-records.ts';
import { findLink } from '../sign-in/account-links.ts';
import { type ChallengePurpose, findChallenge, saveChallenge } from '../sign-in/challenges.ts';
import { findInvite, listInvites, revokeInvite, type StoredInvite, saveInvite } from '../sign-in/invites.ts';
import {
  findPasskey,
  listPasskeys,
  type PasskeyUse,
  removePasskey,
  renamePasskey,
  type StoredPasskey,
} from '../sign-in/passkey-records.ts';
import { countRecoveryCodes, findRecoveryCode, replaceRecoveryCodes } from '../sign-in/recovery-codes.ts';
import {
  addPasskey,
  endSessions,
  enterByLink,
  enterByRecoveryCode,
  renewSession,
  type SignUp,
  signIn as storeSignIn,
  signUp as storeSignUp,
} from '../sign-in/sign-in.ts';
import { OPERATOR } from './caller.ts';
import { findAccount, findKeyById, listKeys } from './find-accounts.ts';
import { openStore } from './open-store.ts';
import type { Store } from './store.ts';
import type { StoredKey } from './stored-account.ts';

const SIGN_INS = atOnce(100);
const NOW = 1_800_000_000_000;
const MONTH_MS = 30 * 86_400_000;
const TABLES = ['passkey', 'console_session', 'recovery_code', 'account_link', 'activity', 'account'];

const digestOf = (text: string) => hash('sha256', text, 'hex');
const activity = (kind: ActivityEntry['kind'], detail = ''): ActivityEntry => ({ at: NOW, kind, detail });
const session = (accountId: string, name: string, changes: Partial<StoredSession> = {}): StoredSession => ({
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
const passkey = (accountId: string, credentialId: string): StoredPasskey => ({
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
const codesOf = (accountId: string) =>
  Array.from({ length: 10 }, (_, i) => digestOf(`${accountId} code ${i}`));
const signUpOf = (accountId: string): Omit<SignUp, 'challengeDigest'> => ({
  account: { accountId, name: `name of ${accountId}`, status: 'active', createdAt: NOW },
  passkey: passkey(accountId, `${accountId}-1`),
  recoveryCodes: codesOf(accountId),
  session: session(accountId, `${accountId} session`),
  activity: activity('account-created'),
});
const invite = (inviteId: string, changes: Partial<StoredInvite> = {}): StoredInvite => ({
  inviteId,
  uses: 1,
  usesLeft: 1,
  createdAt: NOW,
  expiresAt: NOW + MONTH_MS,
  revokedAt: null,
  ...changes,
});
const isAdded = async (added: ReturnType<typeof addPasskey>) => (await added) === 'done';
const isRemoved = async (removed: ReturnType<typeof removePasskey>) => (await removed) === 'done';
const countTrue = (results: boolean[]) => results.filter(Boolean).length;

for (const engine of ENGINES)
  describe(engine, () => {
    let database: Database;
    let store: Store;
    const direct = (sql: string, ...values: string[]) => query(database.address, sql, values);
    const count = async (table: string, accountId: string) =>
      Number((await direct(`SELECT count(*) AS n FROM ${table} WHERE account_id = ?`, accountId))[0]?.n);
    const countRows = async (accountId: string) =>
      Object.fromEntries(
        await Promise.all(TABLES.map(async (table) => [table, await count(table, accountId)])),
      );
    /** Saves a challenge, of which only the digest matters here. */
    const newChallenge = async () => {
      const digest = digestOf(randomUUID());
      await saveChallenge(store.database, { digest, purpose: 'verify', accountId: 'c', expiresAt: NOW + 1 });
      return digest;
    };
    const passkeyUse = async (credentialId: string, signCount: number): Promise<PasskeyUse> => ({
      challengeDigest: await newChallenge(),
      credentialId,
      signCount,
      backedUp: 0,
    });
    const register = async (details: Omit<SignUp, 'challengeDigest'>, inviteDigest: string | undefined) =>
      storeSignUp(
        store.database,
        { ...details, challengeDigest: await newChallenge() },
        inviteDigest === undefined ? undefined : { kind: 'invite', digest: inviteDigest },
      );
    const signIn = async (
      credentialId: string,
      signCount: number,
      begun: StoredSession,
      entry: ActivityEntry,
    ) => storeSignIn(store.database, await passkeyUse(credentialId, signCount), begun, entry);
    /** Signs up without an invite. */
    const signUp = async (accountId: string) =>
      assert.equal(await register(signUpOf(accountId), undefined), true);
    const kindsOf = async (accountId: string) =>
      (await listActivity(store.database, accountId)).map(({ kind }) => kind);

    before(async () => {
      database = await newDatabase(engine);
      ({ store } = await openStore(database.address, { create: true, migrate: true }));
    });
    after(async () => {
      await store?.close();
      await database?.remove();
    });

    describe('challenges', () => {
      const challenge = {
        digest: digestOf('challenge'),
        purpose: 'verify',
        accountId: 'c',
        expiresAt: NOW,
      } as const;

      test('a challenge is found for its purpose, before it expires', async () => {
        await saveChallenge(store.database, challenge);
        const find = (purpose: ChallengePurpose, now: number) =>
          findChallenge(store.database, challenge.digest, purpose, now);
        assert.equal(await find('verify', NOW), undefined, 'expired');
        assert.equal(await find('add-passkey', NOW - 1), undefined);
        assert.equal(await findChallenge(store.database, digestOf('other'), 'verify', NOW - 1), undefined);
        assert.deepEqual({ ...(await find('verify', NOW - 1)) }, challenge);
      });

      test('of 20 concurrent sign-ins with one challenge, one succeeds', async () => {
        await signUp('challenged');
        const use = await passkeyUse('challenged-1', 1);
        const results = await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            storeSignIn(store.database, use, session('challenged', `challenged ${i}`), activity('signed-in')),
          ),
        );
        assert.equal(countTrue(results), 1);
        assert.equal(await count('console_session', 'challenged'), 2);
      });

      test('a challenge serves one response of each kind, and a used one none', async () => {
        await signUp('once');
        const writes = {
          signUp: (challengeDigest: string) =>
            storeSignUp(
              store.database,
              { ...signUpOf(`once ${challengeDigest}`), challengeDigest },
              undefined,
            ),
          signIn: (challengeDigest: string) =>
            storeSignIn(
              store.database,
              { challengeDigest, credentialId: 'once-1', signCount: 1, backedUp: 0 },
              session('once', challengeDigest),
              activity('signed-in'),
            ),
          renewSession: (challengeDigest: string) =>
            renewSession(
              store.database,
              digestOf('once session'),
              { challengeDigest, credentialId: 'once-1', signCount: 2, backedUp: 1 },
              session('once', 'once renewed'),
              activity('verified'),
            ),
          addPasskey: (challengeDigest: string) =>
            isAdded(
              addPasskey(
                store.database,
                challengeDigest,
                passkey('once', 'once-2'),
                { digest: digestOf('once renewed'), session: session('once', 'once next') },
                activity('passkey-added'),
              ),
            ),
        };
        for (const [name, write] of Object.entries(writes)) {
          const digest = await newChallenge();
          assert.equal(await write(digestOf('no such challenge')), false, name);
          assert.equal(await write(digest), true, name);
          assert.equal(await findChallenge(store.database, digest, 'verify', NOW), undefined, name);
        }
      });

      test('a failed write leaves its challenge', async () => {
        await signUp('left');
        const use = await passkeyUse('left-1', 1);
        const invalid = session('left', 'x', { digest: 'too short' });
        await assert.rejects(
          storeSignIn(store.database, use, invalid, activity('signed-in')),
          /check constraint/i,
        );
        assert.ok(await findChallenge(store.database, use.challengeDigest, 'verify', NOW));
      });
    });

    describe('sign-up', () => {
      test('creates the account with its passkey, recovery codes, session and activity', async () => {
        await saveInvite(store.database, invite('inv-all', { uses: 2, usesLeft: 2 }), digestOf('inv-all'));
        assert.deepEqual(await findInvite(store.database, digestOf('inv-all'), NOW), { inviteId: 'inv-all' });
        assert.equal(await register(signUpOf('all'), digestOf('inv-all')), true);
        assert.deepEqual(
          { ...(await findAccount(store, 'all')) },
          { ...signUpOf('all').account, gameServer: 'jp', isOperator: 0 },
        );
        assert.deepEqual(await listPasskeys(store.database, 'all'), [signUpOf('all').passkey]);
        assert.deepEqual(await findPasskey(store.database, 'all-1'), signUpOf('all').passkey);
        assert.equal(await countRecoveryCodes(store.database, 'all'), 10);
        assert.deepEqual(await findSession(store.database, 'all', digestOf('all session')), {
          ...signUpOf('all').session,
          accountName: 'name of all',
          accountActive: true,
          isOperator: false,
        });
        assert.deepEqual(await listActivity(store.database, 'all'), [activity('account-created')]);
        const listed = (await listInvites(store.database)).find(({ inviteId }) => inviteId === 'inv-all');
        assert.deepEqual(listed, invite('inv-all', { uses: 2, usesLeft: 1 }));
      });

      for (const [reason, changes] of [
        ['used up', { usesLeft: 0 }],
        ['revoked', { revokedAt: NOW }],
        ['expired at this moment', { expiresAt: NOW }],
        ['unknown', undefined],
      ] as const)
        test(`writes nothing if the invite is ${reason}`, async () => {
          const [accountId, digest] = [`refused-${reason}`, digestOf(reason)];
          if (changes !== undefined)
            await saveInvite(store.database, invite(`inv-${reason}`, changes), digest);
          assert.equal(await findInvite(store.database, digest, NOW), undefined);
          assert.equal(await register(signUpOf(accountId), digest), false);
          assert.deepEqual(new Set(Object.values(await countRows(accountId))), new Set([0]));
        });

      test('writes nothing and keeps the invite if the credential is registered already', async () => {
        await signUp('credential-owner');
        await saveInvite(store.database, invite('inv-credential'), digestOf('inv-credential'));
        const copy = { ...signUpOf('thief'), passkey: passkey('thief', 'credential-owner-1') };
        assert.equal(await register(copy, digestOf('inv-credential')), false);
        assert.deepEqual(new Set(Object.values(await countRows('thief'))), new Set([0]));
        assert.deepEqual(await findInvite(store.database, digestOf('inv-credential'), NOW), {
          inviteId: 'inv-credential',
        });
        assert.equal(
          (await findPasskey(store.database, 'credential-owner-1'))?.accountId,
          'credential-owner',
        );
      });

      test('an error leaves neither an account nor a used invite', async () => {
        await saveInvite(store.database, invite('inv-error'), digestOf('inv-error'));
        const invalid = { ...signUpOf('error'), session: session('error', 'x', { digest: 'too short' }) };
        await assert.rejects(register(invalid, digestOf('inv-error')), /check constraint/i);
        assert.equal(await findAccount(store, 'error'), undefined);
        assert.ok(await findInvite(store.database, digestOf('inv-error'), NOW));
      });

      test('of 20 concurrent sign-ups with an invite for three, three succeed', async () => {
        await saveInvite(store.database, invite('inv-race', { uses: 3, usesLeft: 3 }), digestOf('inv-race'));
        const ids = Array.from({ length: 20 }, (_, i) => `racer-${i}`);
        const results = await Promise.all(ids.map((id) => register(signUpOf(id), digestOf('inv-race'))));
        assert.equal(countTrue(results), 3);
        const accounts = await Promise.all(ids.map((id) => findAccount(store, id)));
        assert.deepEqual(
          accounts.map((account) => account !== undefined),
          results,
        );
      });

      test('other writes of the same moment are not affected by one that is rolled back', async () => {
        const [refused, ...same] = await Promise.allSettled([
          register(signUpOf('no-invite'), digestOf('no such invite')),
          register(signUpOf('beside'), undefined),
          register(signUpOf('beside'), undefined),
        ]);
        // PostgreSQL may serve either of the two equal ones first.
        assert.deepEqual(
          [refused.status === 'fulfilled' && refused.value, ...same.map(({ status }) => status).sort()],
          [false, 'fulfilled', 'rejected'],
        );
        assert.equal((await countRows('beside')).recovery_code, 10);
      });
    });

    describe('sign-in', () => {
      test('notes the use of the passkey and begins a session', async () => {
        await signUp('in');
        const begun = session('in', 'in later', { createdAt: NOW + 5, usedAt: NOW + 5 });
        assert.equal(await signIn('in-1', 7, begun, activity('signed-in')), true);
        assert.deepEqual(await findPasskey(store.database, 'in-1'), {
          ...signUpOf('in').passkey,
          signCount: 7,
          lastUsedAt: NOW + 5,
          backedUp: 0,
        });
        assert.equal((await findSession(store.database, 'in', begun.digest))?.usedAt, NOW + 5);
        assert.deepEqual(await kindsOf('in'), ['signed-in', 'account-created']);
      });

      test("begins no session with a passkey that is gone, or that is another account's", async () => {
        await signUp('gone');
        for (const credentialId of ['no such passkey', 'in-1'])
          assert.equal(
            await signIn(credentialId, 1, session('gone', 'refused'), activity('signed-in')),
            false,
          );
        assert.equal(await findSession(store.database, 'gone', digestOf('refused')), undefined);
        assert.equal((await findPasskey(store.database, 'in-1'))?.signCount, 7);
        assert.deepEqual(await kindsOf('gone'), ['account-created']);
      });

      test(`${SIGN_INS} sign-ins at once all succeed`, async () => {
        await signUp('crowd');
        const results = await Promise.all(
          Array.from({ length: SIGN_INS }, (_, i) =>
            signIn('crowd-1', 0, session('crowd', `crowd ${i}`), activity('signed-in')),
          ),
        );
        assert.equal(countTrue(results), SIGN_INS);
        assert.equal(await count('console_session', 'crowd'), SIGN_INS + 1);
      });
    });

    describe('links and recovery codes', () => {
      const enter = (accountId: string, link: string, name: string, at = NOW) =>
        enterByLink(
          store.database,
          digestOf(link),
          session(accountId, name, { origin: 'link', createdAt: at, usedAt: at, verifiedAt: null }),
          activity('entered-by-link'),
        );

      test('a link begins one session, before it expires, and only into its account', async () => {
        await signUp('linked');
        const link = { accountId: 'linked', digest: digestOf('link'), expiresAt: NOW + 1 };
        assert.equal(await saveLink(store.database, link), true);
        assert.deepEqual(await findLink(store.database, link.accountId, link.digest, NOW), {
          accountId: 'linked',
          accountName: 'name of linked',
        });
        assert.equal(await findLink(store.database, link.accountId, link.digest, NOW + 1), undefined);
        assert.equal(await enter('linked', 'link', 'late', NOW + 1), false);
        assert.equal(await enter('gone', 'link', 'another account'), false);
        assert.deepEqual(
          countTrue(await Promise.all([enter('linked', 'link', 'l1'), enter('linked', 'link', 'l2')])),
          1,
        );
        assert.equal(await findLink(store.database, link.accountId, link.digest, NOW), undefined);
        assert.deepEqual(await kindsOf('linked'), ['entered-by-link', 'account-created']);
      });

      test('a new link voids the one before, and an unknown account gets none', async () => {
        await signUp('relinked');
        const save = (accountId: string, name: string) =>
          saveLink(store.database, { accountId, digest: digestOf(name), expiresAt: NOW + 1 });
        assert.deepEqual([await save('relinked', 'first'), await save('relinked', 'second')], [true, true]);
        assert.equal(await findLink(store.database, 'relinked', digestOf('first'), NOW), undefined);
        assert.equal(await enter('relinked', 'first', 'voided'), false);
        assert.equal(await enter('relinked', 'second', 'current'), true);
        assert.equal(await save('nobody', 'third'), false);
      });

      test('a recovery code works once, and for its account only', async () => {
        await signUp('recovered');
        const [code = ''] = codesOf('recovered');
        assert.deepEqual(await findRecoveryCode(store.database, code), { accountId: 'recovered' });
        const enterBy = (accountId: string, name: string) =>
          enterByRecoveryCode(
            store.database,
            code,
            session(accountId, name, { origin: 'recovery', verifiedAt: null }),
            activity('entered-by-recovery-code'),
          );
        assert.equal(await enterBy('gone', 'another'), false);
        assert.equal(
          countTrue(await Promise.all([enterBy('recovered', 'r1'), enterBy('recovered', 'r2')])),
          1,
        );
        assert.equal(await findRecoveryCode(store.database, code), undefined);
        assert.equal(await countRecoveryCodes(store.database, 'recovered'), 9);
      });

      test('new recovery codes replace all former ones, also when replaced twice at once', async () => {
        await signUp('codes');
        const replace = (name: string) =>
          replaceRecoveryCodes(
            store.database,
            OPERATOR,
            'codes',
            codesOf(name),
            activity('recovery-codes-replaced'),
          );
        assert.deepEqual(await Promise.all([replace('x'), replace('y')]), [true, true]);
        assert.equal(await countRecoveryCodes(store.database, 'codes'), 10);
        assert.equal(await findRecoveryCode(store.database, codesOf('codes')[0] as string), undefined);
        assert.equal(
          await replaceRecoveryCodes(store.database, OPERATOR, 'nobody', codesOf('z'), activity('signed-in')),
          false,
        );
      });

      test('new recovery codes end the session that a former one begins at the same time', async () => {
        await signUp('renewed');
        const [used = '', ...left] = codesOf('renewed');
        const enterBy = (code: string, name: string) =>
          enterByRecoveryCode(
            store.database,
            code,
            session('renewed', name, { origin: 'recovery', verifiedAt: null }),
            activity('entered-by-recovery-code'),
          );
        assert.equal(await enterBy(used, 'before the new codes'), true);
        await Promise.all([
          ...left.map((code) => enterBy(code, code)),
          replaceRecoveryCodes(
            store.database,
            OPERATOR,
            'renewed',
            codesOf('renewed later'),
            activity('recovery-codes-replaced'),
          ),
        ]);
        const origins = await direct("SELECT origin FROM console_session WHERE account_id = 'renewed'");
        assert.deepEqual(
          origins.map(({ origin }) => origin),
          ['passkey'],
        );
        assert.equal(await countRecoveryCodes(store.database, 'renewed'), 10);
      });
    });

    describe('sessions', () => {
      test('a suspension, a sign-out and a deletion by another process are visible to the next call', async () => {
        await signUp('seen');
        const digest = digestOf('seen session');
        const isActive = async () => (await findSession(store.database, 'seen', digest))?.accountActive;
        assert.equal(await isActive(), true);
        await direct("UPDATE account SET status = 'suspended' WHERE account_id = 'seen'");
        assert.equal(await isActive(), false);
        await direct("UPDATE account SET status = 'active' WHERE account_id = 'seen'");
        assert.equal(await isActive(), true);
        await direct("DELETE FROM console_session WHERE account_id = 'seen'");
        assert.equal(await isActive(), undefined);
      });

      test('the last use moves forward only', async () => {
        await signUp('used');
        const digest = digestOf('used session');
        for (const [at, usedAt] of [
          [NOW + 10, NOW + 10],
          [NOW + 5, NOW + 10],
        ] as const) {
          await noteSessionUse(store.database, { accountId: 'used', digest }, at);
          assert.equal((await findSession(store.database, 'used', digest))?.usedAt, usedAt);
        }
        await noteSessionUse(store.database, { accountId: 'used', digest: digestOf('no such session') }, NOW);
      });

      test("a verification begins a new session, with a passkey of the session's account only", async () => {
        await signUp('verified');
        const former = digestOf('verified session');
        const renew = async (from: string, credentialId: string, signCount: number, to: string) =>
          renewSession(
            store.database,
            digestOf(from),
            await passkeyUse(credentialId, signCount),
            session('verified', to, { createdAt: NOW + 9 }),
            activity('verified'),
          );
        assert.equal(await renew('verified session', 'verified-1', 3, 'renewed'), true);
        assert.equal(await findSession(store.database, 'verified', former), undefined);
        assert.equal(
          (await findSession(store.database, 'verified', digestOf('renewed')))?.createdAt,
          NOW + 9,
        );
        const { signCount, lastUsedAt } = (await findPasskey(store.database, 'verified-1')) ?? {};
        assert.deepEqual([signCount, lastUsedAt], [3, NOW + 9]);
        for (const [name, credentialId] of [
          ['renewed', 'used-1'],
          ['renewed', 'no such passkey'],
          ['verified session', 'verified-1'],
        ] as const)
          assert.equal(await renew(name, credentialId, 4, 'refused'), false);
        assert.ok(await findSession(store.database, 'verified', digestOf('renewed')));
        assert.equal(await count('console_session', 'verified'), 1);
        assert.equal((await findPasskey(store.database, 'used-1'))?.signCount, 0);
      });

      test('a session ends once, and all sessions of an account together', async () => {
        await signUp('leaving');
        const begin = (name: string) =>
          signIn('leaving-1', 0, session('leaving', name), activity('signed-in'));
        await begin('l-1');
        assert.equal(await endSession(store.database, session('leaving', 'l-1')), true);
        assert.equal(await endSession(store.database, session('leaving', 'l-1')), false);
        await begin('l-2');
        await endSessions(store.database, OPERATOR, 'leaving', activity('signed-out-everywhere'));
        assert.equal(await count('console_session', 'leaving'), 0);
        assert.equal(await count('console_session', 'verified'), 1);
        assert.equal((await kindsOf('leaving'))[0], 'signed-out-everywhere');
        await endSessions(store.database, OPERATOR, 'nobody', activity('signed-out-everywhere'));
      });

      test("signing out everywhere voids the account's link, and no other", async () => {
        const link = (accountId: string) => ({
          accountId,
          digest: digestOf(`${accountId} link`),
          expiresAt: NOW + 1,
        });
        for (const accountId of ['link-voided', 'link-untouched']) {
          await signUp(accountId);
          await saveLink(store.database, link(accountId));
        }
        await endSessions(store.database, OPERATOR, 'link-voided', activity('signed-out-everywhere'));
        assert.equal(
          await findLink(store.database, 'link-voided', link('link-voided').digest, NOW),
          undefined,
        );
        assert.ok(await findLink(store.database, 'link-untouched', link('link-untouched').digest, NOW));
      });

      test('signing out everywhere ends the session that a concurrent registration begins', async () => {
        await signUp('both');
        const challenges = await Promise.all(Array.from({ length: 10 }, () => newChallenge()));
        const results = await Promise.all(
          Array.from({ length: 10 }, (_, i) => i).flatMap((i) => [
            isAdded(
              addPasskey(
                store.database,
                challenges[i] as string,
                passkey('both', `both-extra-${i}`),
                {
                  digest: digestOf(i === 0 ? 'both session' : `both ${i - 1}`),
                  session: session('both', `both ${i}`),
                },
                activity('passkey-added'),
              ),
            ),
            endSessions(store.database, OPERATOR, 'both', activity('signed-out-everywhere')).then(() => true),
          ]),
        );
        assert.ok(results.length === 20);
        assert.equal(await count('console_session', 'both'), 0);
      });
    });

    describe('passkeys', () => {
      const add = async (
        accountId: string,
        credentialId: string,
        { from, to, recoveryCodes }: { from: string; to: string; recoveryCodes?: string[] },
        maxPasskeys?: number,
      ) =>
        isAdded(
          addPasskey(
            store.database,
            await newChallenge(),
            passkey(accountId, credentialId),
            { digest: digestOf(from), session: session(accountId, to), recoveryCodes },
            activity('passkey-added', credentialId),
            maxPasskeys,
          ),
        );
      /** Signs up, with further sessions that could add a passkey. */
      const signUpWithSessions = async (accountId: string, names: readonly string[]) => {
        await signUp(accountId);
        for (const name of names)
          await signIn(`${accountId}-1`, 0, session(accountId, name), activity('signed-in'));
      };

      test('a new passkey replaces the session that registers it', async () => {
        await signUp('two');
        assert.equal(await add('two', 'two-2', { from: 'two session', to: 'two next' }), true);
        assert.equal(await findSession(store.database, 'two', digestOf('two session')), undefined);
        assert.ok(await findSession(store.database, 'two', digestOf('two next')));
        assert.equal((await listPasskeys(store.database, 'two')).length, 2);
        assert.ok(await findRecoveryCode(store.database, codesOf('two')[0] as string));
        assert.equal(await add('two', 'two-3', { from: 'two next', to: 'two last' }), true);
      });

      /** As a player who has used them all up. */
      const deleteCodes = async (accountId: string) => {
        await direct(`DELETE FROM account_lookup WHERE found_by IN
          (SELECT digest FROM recovery_code WHERE account_id = '${accountId}')`);
        await direct(`DELETE FROM recovery_code WHERE account_id = '${accountId}'`);
      };

      test('of ten passkeys that bring recovery codes at once, one is registered, and its codes work', async () => {
        const names = Array.from({ length: 10 }, (_, i) => `first ${i}`);
        await signUpWithSessions('first', names);
        await deleteCodes('first');
        const results = await Promise.all(
          names.map((name) =>
            add('first', name, { from: name, to: `${name} next`, recoveryCodes: codesOf(name) }),
          ),
        );
        assert.equal(countTrue(results), 1);
        assert.equal(await countRecoveryCodes(store.database, 'first'), 10);
        for (const code of codesOf(names[results.indexOf(true)] as string))
          assert.deepEqual({ ...(await findRecoveryCode(store.database, code)) }, { accountId: 'first' });
        assert.equal((await listPasskeys(store.database, 'first')).length, 2);
      });

      test('the first recovery codes end the session that began with a former one', async () => {
        await signUpWithSessions('spent', ['spent next']);
        const [code = ''] = codesOf('spent');
        const thief = session('spent', 'spent thief', { origin: 'recovery', verifiedAt: null });
        assert.equal(
          await enterByRecoveryCode(store.database, code, thief, activity('entered-by-recovery-code')),
          true,
        );
        await deleteCodes('spent');
        const recoveryCodes = codesOf('spent again');
        assert.equal(
          await add('spent', 'spent-2', { from: 'spent next', to: 'spent last', recoveryCodes }),
          true,
        );
        assert.equal(await findSession(store.database, thief.accountId, thief.digest), undefined);
      });

      test('of ten registrations at once, an account gets as many passkeys as it may have', async () => {
        const names = Array.from({ length: 10 }, (_, i) => `many ${i}`);
        await signUpWithSessions('many', names);
        const results = await Promise.all(
          names.map((name) => add('many', name, { from: name, to: `${name} next` }, 4)),
        );
        assert.equal(countTrue(results), 3);
        assert.equal((await listPasskeys(store.database, 'many')).length, 4);
        const [, failed = ''] = names.filter((_, i) => !results[i]);
        assert.equal(await add('many', failed, { from: failed, to: `${failed} next` }), true);
      });

      test("registers nothing if the session has ended, is another account's, or the credential exists", async () => {
        await signUp('three');
        for (const [credentialId, from] of [
          ['three-2', 'three ended'],
          ['three-2', 'two last'],
          ['two-2', 'three session'],
          ['three-1', 'three session'],
        ] as const)
          assert.equal(await add('three', credentialId, { from, to: 'three refused' }), false);
        assert.ok(await findSession(store.database, 'three', digestOf('three session')));
        assert.ok(await findSession(store.database, 'two', digestOf('two last')));
        assert.equal(await findSession(store.database, 'three', digestOf('three refused')), undefined);
        assert.equal((await listPasskeys(store.database, 'three')).length, 1);
        assert.deepEqual(await kindsOf('three'), ['account-created']);
      });

      test('renames a passkey of the account only', async () => {
        const rename = (credentialId: string, name: string) =>
          renamePasskey(
            store.database,
            OPERATOR,
            'three',
            credentialId,
            name,
            activity('passkey-renamed', 'x'),
          );
        assert.equal(await rename('three-1', '전화기'), true);
        assert.equal((await findPasskey(store.database, 'three-1'))?.name, '전화기');
        assert.equal(await rename('two-1', 'stolen'), false);
        assert.equal(await rename('no such passkey', ''), false);
        await assert.rejects(rename('three-1', 'x'.repeat(101)), /check constraint/i);
      });

      test('removes all passkeys of an account but the last, and none of another', async () => {
        const remove = (accountId: string, credentialId: string) =>
          isRemoved(
            removePasskey(
              store.database,
              OPERATOR,
              accountId,
              credentialId,
              activity('passkey-removed', credentialId),
            ),
          );
        assert.equal(await remove('three', 'two-1'), false);
        assert.equal(await remove('three', 'no such passkey'), false);
        assert.equal(await remove('three', 'three-1'), false);
        assert.equal((await kindsOf('three')).includes('passkey-removed'), false);
        const ids = ['two-1', 'two-2', 'two-3'];
        const results = await Promise.all(ids.map((id) => remove('two', id)));
        assert.equal(countTrue(results), 2);
        assert.deepEqual(
          (await listPasskeys(store.database, 'two')).map(({ credentialId }) => credentialId),
          ids.filter((_, i) => !results[i]),
        );
        assert.equal((await kindsOf('two')).filter((kind) => kind === 'passkey-removed').length, 2);
      });
    });

    describe('keys', () => {
      const key = (accountId: string, keyId: string): StoredKey => ({
        keyId,
        accountId,
        name: '',
        permission: 'read',
        shown: 'rollbook_abcd',
        issuedAt: NOW,
        expiresAt: NOW + 100,
        revokedAt: null,
        lastUsedAt: null,
      });
      const issue = (accountId: string, keyId: string, entry = activity('key-issued')) =>
        issueStored(store.database, OPERATOR, key(accountId, keyId), `digest of ${keyId}`, entry);
      const expiryOf = async (keyId: string) => (await findKeyById(store, keyId))?.expiresAt;
      /** The database refuses it, after the key. */
      const tooLong = activity('key-issued', 'x'.repeat(201));

      test('a key is issued with its activity, to an account that exists', async () => {
        await signUp('keys');
        assert.equal(await issue('keys', 'k-1'), true);
        assert.deepEqual({ ...(await findKeyById(store, 'k-1')) }, key('keys', 'k-1'));
        assert.equal((await store.findKey('keys', 'digest of k-1'))?.expiresAt, NOW + 100);
        assert.deepEqual(await kindsOf('keys'), ['key-issued', 'account-created']);
        assert.equal(await issue('nobody', 'k-2'), false);
      });

      test('a rotation moves the expiry of the old key to an earlier time, but not to a later one', async () => {
        for (const [keyId, at, expiresAt] of [
          ['k-3', NOW + 50, NOW + 50],
          ['k-4', NOW + 70, NOW + 50],
        ] as const) {
          const old = { keyId: 'k-1', expiresAt: at };
          const isRotated = await rotateStored(
            store.database,
            OPERATOR,
            old,
            key('keys', keyId),
            keyId,
            activity('key-rotated'),
          );
          assert.equal(isRotated, true);
          assert.equal(await expiryOf('k-1'), expiresAt);
          assert.equal((await store.findKey('keys', 'digest of k-1'))?.expiresAt, expiresAt);
          assert.equal(await expiryOf(keyId), NOW + 100);
        }
        assert.deepEqual((await kindsOf('keys')).slice(0, 2), ['key-rotated', 'key-rotated']);
      });

      test('of ten keys at once, an account gets as many as it may have, and none by rotation', async () => {
        await signUp('full');
        const results = await Promise.all(
          Array.from({ length: 10 }, (_, i) =>
            issueStored(
              store.database,
              OPERATOR,
              key('full', `full ${i}`),
              `full ${i}`,
              activity('key-issued'),
              3,
            ),
          ),
        );
        assert.equal(countTrue(results), 3);
        const keys = await listKeys(store, 'full');
        assert.equal(keys.length, 3);
        const [{ keyId } = key('full', '')] = keys;
        const rotation = key('full', 'full rotated');
        assert.equal(
          await rotateStored(
            store.database,
            OPERATOR,
            { keyId, expiresAt: NOW + 50 },
            rotation,
            'r',
            activity('key-rotated'),
            3,
          ),
          false,
        );
        assert.equal(await expiryOf(keyId), NOW + 100);
        assert.equal(
          await issueStored(store.database, OPERATOR, key('full', 'more'), 'more', activity('key-issued')),
          true,
        );
      });

      test('a key is revoked once, and by its account only', async () => {
        const revoke = (accountId: string, keyId: string, at: number) =>
          revokeStored(store.database, OPERATOR, accountId, keyId, { ...activity('key-revoked'), at });
        await signUp('other-keys');
        assert.equal(await revoke('other-keys', 'k-1', NOW), false);
        assert.equal(await revoke('keys', 'no such key', NOW), false);
        const results = await Promise.all([1, 2, 3].map((ms) => revoke('keys', 'k-1', NOW + ms)));
        assert.equal(countTrue(results), 1);
        const { revokedAt } = (await findKeyById(store, 'k-1')) ?? {};
        assert.equal(revokedAt, NOW + 1 + results.indexOf(true));
        assert.equal((await store.findKey('keys', 'digest of k-1'))?.revoked, true);
        assert.equal((await kindsOf('keys')).filter((kind) => kind === 'key-revoked').length, 1);
      });

      test('a key that is revoked or expired gets no successor', async () => {
        await signUp('ended');
        for (const keyId of ['revoked', 'expired']) await issue('ended', keyId);
        await revokeStored(store.database, OPERATOR, 'ended', 'revoked', activity('key-revoked'));
        for (const [keyId, issuedAt] of [
          ['revoked', NOW],
          ['expired', NOW + 100],
        ] as const) {
          const successor = { ...key('ended', `after ${keyId}`), issuedAt };
          const old = { keyId, expiresAt: NOW + 50 };
          assert.equal(
            await rotateStored(store.database, OPERATOR, old, successor, keyId, activity('key-rotated')),
            false,
          );
        }
        assert.equal((await listKeys(store, 'ended')).length, 2);
        assert.equal(await expiryOf('revoked'), NOW + 100);
      });

      test('nothing is changed if the activity cannot be written', async () => {
        await signUp('no-activity');
        await issue('no-activity', 'k-5');
        const rotated = { keyId: 'k-5', expiresAt: NOW };
        for (const write of [
          () => issue('no-activity', 'k-6', tooLong),
          () => rotateStored(store.database, OPERATOR, rotated, key('no-activity', 'k-7'), 'k-7', tooLong),
          () => revokeStored(store.database, OPERATOR, 'no-activity', 'k-5', tooLong),
        ])
          await assert.rejects(write, /check constraint/i);
        assert.deepEqual(
          (await listKeys(store, 'no-activity')).map((one) => ({ ...one })),
          [key('no-activity', 'k-5')],
        );
      });
    });

    test('an invite is revoked once and for all', async () => {
      await saveInvite(store.database, invite('inv-ended'), digestOf('inv-ended'));
      assert.equal(await revokeInvite(store.database, 'inv-ended', NOW + 1), true);
      assert.equal(await revokeInvite(store.database, 'inv-ended', NOW + 2), true);
      assert.equal(await revokeInvite(store.database, 'no such invite', NOW), false);
      assert.equal(await findInvite(store.database, digestOf('inv-ended'), NOW), undefined);
      const listed = (await listInvites(store.database)).find(({ inviteId }) => inviteId === 'inv-ended');
      assert.equal(listed?.revokedAt, NOW + 1);
    });

    test('the database refuses an invite that allows more sign-ups than it was made for', async () => {
      await assert.rejects(
        saveInvite(store.database, invite('inv-odd', { usesLeft: 2 }), digestOf('odd')),
        /check constraint/i,
      );
      await assert.rejects(
        saveInvite(store.database, invite('inv-odd', { uses: 0, usesLeft: 0 }), digestOf('odd')),
        /check constraint/i,
      );
    });

    test("the last 200 entries of an account's activity are kept, newest first", async () => {
      await signUp('active');
      for (let i = 0; i < 205; i += 1)
        await addActivity(store.database, OPERATOR, 'active', {
          at: NOW + i,
          kind: 'key-issued',
          detail: `key ${i}`,
        });
      const entries = await listActivity(store.database, 'active');
      assert.deepEqual(
        entries.map(({ detail }) => detail),
        Array.from({ length: 200 }, (_, i) => `key ${204 - i}`),
      );
      assert.equal(await count('activity', 'active'), 200);
      await addActivity(store.database, OPERATOR, 'nobody', activity('key-issued'));
    });

    test('reports of imports push at most 50 other entries out of the activity', async () => {
      await signUp('importing');
      for (let i = 0; i < 205; i += 1)
        await addActivity(store.database, OPERATOR, 'importing', {
          at: NOW + i,
          kind: 'roster-imported',
          detail: `${i}`,
        });
      assert.deepEqual(
        (await listActivity(store.database, 'importing')).map(({ kind, detail }) =>
          detail === '' ? kind : detail,
        ),
        [...Array.from({ length: 50 }, (_, i) => `${204 - i}`), 'account-created'],
      );
    });

    test('a sign-in beyond 100 sessions ends the oldest one', async () => {
      await signUp('often');
      for (let i = 1; i <= 100; i += 1) {
        const begun = session('often', `often ${i}`, { createdAt: NOW + i });
        assert.equal(await signIn('often-1', i, begun, activity('signed-in')), true);
      }
      assert.equal(await count('console_session', 'often'), 100);
      assert.equal(await findSession(store.database, 'often', digestOf('often session')), undefined);
      assert.notEqual(await findSession(store.database, 'often', digestOf('often 1')), undefined);
    });

    test('deletes what has expired and keeps the rest', async () => {
      await signUp('expiring');
      const keep = async (name: string, isKept: boolean, changes: Partial<StoredSession>) => {
        const begun = session('expiring', name, { usedAt: NOW - 1, createdAt: NOW - 1, ...changes });
        await signIn('expiring-1', 0, begun, activity('signed-in'));
        return [name, isKept] as const;
      };
      const sessions = [
        await keep('idle', false, { usedAt: NOW - SESSION_IDLE_MS, createdAt: NOW - SESSION_IDLE_MS }),
        await keep('not idle', true, { usedAt: NOW - SESSION_IDLE_MS + 1, createdAt: NOW - SESSION_IDLE_MS }),
        await keep('old', false, { createdAt: NOW - SESSION_LIFETIME_MS }),
        await keep('not old', true, { createdAt: NOW - SESSION_LIFETIME_MS + 1 }),
        await keep('entry', false, { origin: 'link', createdAt: NOW - ENTRY_SESSION_LIFETIME_MS }),
        await keep('new entry', true, { origin: 'recovery', createdAt: NOW - ENTRY_SESSION_LIFETIME_MS + 1 }),
      ];
      const challenge = { purpose: 'sign-in', accountId: null } as const;
      await saveChallenge(store.database, { ...challenge, digest: digestOf('over'), expiresAt: NOW });
      await saveChallenge(store.database, { ...challenge, digest: digestOf('open'), expiresAt: NOW + 1 });
      await signUp('link-kept');
      await saveLink(store.database, {
        accountId: 'expiring',
        digest: digestOf('link over'),
        expiresAt: NOW,
      });
      await saveLink(store.database, {
        accountId: 'link-kept',
        digest: digestOf('link open'),
        expiresAt: NOW + 1,
      });
      await saveInvite(
        store.database,
        invite('inv-over', { expiresAt: NOW - MONTH_MS }),
        digestOf('inv-over'),
      );
      await saveInvite(
        store.database,
        invite('inv-kept', { expiresAt: NOW - MONTH_MS + 1 }),
        digestOf('inv-kept'),
      );

      await deleteExpired(store, NOW);

      for (const [name, isKept] of sessions)
        assert.equal(
          (await findSession(store.database, 'expiring', digestOf(name))) !== undefined,
          isKept,
          name,
        );
      const digests = (await direct('SELECT digest FROM challenge')).map(({ digest }) => digest);
      assert.deepEqual(
        [digests.includes(digestOf('over')), digests.includes(digestOf('open'))],
        [false, true],
      );
      assert.deepEqual(
        [await count('account_link', 'expiring'), await count('account_link', 'link-kept')],
        [0, 1],
      );
      const invites = (await listInvites(store.database)).map(({ inviteId }) => inviteId);
      assert.deepEqual([invites.includes('inv-over'), invites.includes('inv-kept')], [false, true]);
    });

    test('what leads to an account is what its passkeys and recovery codes are found by', async () => {
      // Codes that several requests replaced at once leave some that lead nowhere.
      const found = await direct(
        "SELECT account_id, found_by FROM account_lookup WHERE account_id <> 'codes' ORDER BY found_by",
      );
      assert.ok(found.length > 20);
      assert.deepEqual(
        found,
        await direct(`SELECT account_id, found_by FROM (SELECT account_id, credential_id AS found_by FROM passkey
            UNION ALL SELECT account_id, digest FROM recovery_code) AS kept
          WHERE account_id <> 'codes' ORDER BY found_by`),
      );
    });

    test("deletes all that is an account's with the account", async () => {
      await signUp('deleted');
      await saveLink(store.database, {
        accountId: 'deleted',
        digest: digestOf('deleted link'),
        expiresAt: NOW + 1,
      });
      assert.equal(Object.values(await countRows('deleted')).includes(0), false);
      await deleteAccount(store, 'deleted', OPERATOR, NOW);
      assert.deepEqual(new Set(Object.values(await countRows('deleted'))), new Set([0]));
      assert.equal(
        await signIn('deleted-1', 1, session('deleted', 'too late'), activity('signed-in')),
        false,
      );
    });
  });
