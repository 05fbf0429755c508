import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type Database, ENGINES, newDatabase } from '../../test/database.ts';
import { issueStored, revokeStored, rotateStored } from '../../test/key-changes.ts';
import { operatorWrite } from '../../test/operator-write.ts';
import { saveLink } from '../../test/save-link.ts';
import { deleteAccount } from '../accounts/delete-account.ts';
import { changeAccountSettings } from '../accounts/records.ts';
import type { ActivityKind } from '../activity/activity.ts';
import { addActivity, listActivity } from '../activity/activity.ts';
import { deleteExpired } from '../expiry-sweep.ts';
import { setAccountStatus } from '../operator/operate-by-command.ts';
import {
  changeOperator,
  changeStatus,
  findOperatedAccount,
  revokeInviteAsOperator,
  saveInviteAsOperator,
  saveLinkAsOperator,
} from '../operator/records.ts';
import { changeGoals, listGoals, removeGoal } from '../plans/goal-records.ts';
import { changeStock, readStock } from '../plans/stock-records.ts';
import type { StoredSession } from '../session/session-records.ts';
import { endSession, listSessions } from '../session/session-records.ts';
import { findLink } from '../sign-in/account-links.ts';
import { listInvites } from '../sign-in/invites.ts';
import type { StoredPasskey } from '../sign-in/passkey-records.ts';
import { findPasskey, listPasskeys, removePasskey, renamePasskey } from '../sign-in/passkey-records.ts';
import { countRecoveryCodes, findRecoveryCode, replaceRecoveryCodes } from '../sign-in/recovery-codes.ts';
import {
  addPasskey,
  endListedSession,
  endSessions,
  evictIntruder,
  signIn as storeSignIn,
  signUp as storeSignUp,
} from '../sign-in/sign-in.ts';
import { findAccountOf } from './account-lookups.ts';
import { type Caller, OPERATOR, type StudentWrite } from './caller.ts';
import { listKeys } from './find-accounts.ts';
import { openStore } from './open-store.ts';
import type { Store } from './store.ts';
import type { StoredKey } from './stored-account.ts';

const NOW = 1_800_000_000_000;
const DAY_MS = 86_400_000;
const ROUNDS = 25;
const WRITES_IN_ROUND = 16;
const digestOf = (text: string) => hash('sha256', text, 'hex');
const entry = (kind: ActivityKind) => ({ at: NOW, kind, detail: '' });
const GOAL = { wanted: { level: 90 }, labels: [], note: '', priority: 0, isPaused: false };
const recruited = { tier: 3, weaponTier: 0 };

const session = (accountId: string, name: string, credentialId = `${accountId}-1`): StoredSession => ({
  digest: digestOf(name),
  accountId,
  origin: 'passkey',
  credentialId,
  browser: '',
  createdAt: NOW,
  usedAt: NOW,
  verifiedAt: NOW,
});
const passkey = (accountId: string, credentialId: string, signCount = 0): StoredPasskey => ({
  credentialId,
  accountId,
  name: credentialId,
  publicKey: 'cHVibGlj',
  signCount,
  transports: '',
  createdAt: NOW,
  lastUsedAt: null,
  backedUp: 0,
});
const key = (accountId: string, keyId: string, changes: Partial<StoredKey> = {}): StoredKey => ({
  keyId,
  accountId,
  name: '',
  permission: 'write',
  areas: null,
  shown: 'rollbook_abcd',
  issuedAt: NOW,
  expiresAt: NOW + DAY_MS,
  revokedAt: null,
  lastUsedAt: null,
  ...changes,
});

for (const engine of ENGINES)
  describe(engine, () => {
    let database: Database;
    let store: Store;
    let challenges = 0;

    before(async () => {
      database = await newDatabase(engine);
      ({ store } = await openStore(database.address, { create: true, migrate: true }));
    });
    after(async () => {
      await store?.close();
      await database?.remove();
    });

    const newChallenge = () => {
      challenges += 1;
      return digestOf(`challenge ${challenges}`);
    };
    /** An account with a passkey and a session, both named after it. */
    const signUp = async (accountId: string, signCount = 0) => {
      const details = {
        challengeDigest: newChallenge(),
        account: { accountId, name: '', status: 'active', createdAt: NOW } as const,
        passkey: passkey(accountId, `${accountId}-1`, signCount),
        recoveryCodes: [digestOf(`${accountId} code`)],
        session: session(accountId, accountId),
        activity: entry('account-created'),
      };
      assert.equal(await storeSignUp(store.database, details, undefined), true);
    };
    const sessionCaller = (name: string): Caller => ({ kind: 'console', id: digestOf(name) });
    const keyCaller = (keyId: string): Caller => ({ kind: 'key', id: keyId });
    const writeOf = (caller: Caller, accountId: string, studentUid: string, at = NOW): StudentWrite => ({
      caller,
      at,
      accountId,
      studentUid,
    });
    const issue = (caller: Caller, accountId: string, keyId: string) =>
      issueStored(store.database, caller, key(accountId, keyId), digestOf(keyId), entry('key-issued'));
    const signIn = async (accountId: string, name: string, credentialId: string, signCount: number) =>
      storeSignIn(
        store.database,
        { challengeDigest: newChallenge(), credentialId, signCount, backedUp: 0 },
        session(accountId, name, credentialId),
        entry('signed-in'),
      );

    test('no write of a key or session changes anything once it has ended or its account is suspended', async () => {
      const endings: [string, Caller, (accountId: string) => Promise<unknown>, number?][] = [
        ['key-revoked', keyCaller('key of key-revoked'), (id) => revoke(id, `key of ${id}`)],
        ['key-expired', keyCaller('key of key-expired'), async () => {}, NOW + DAY_MS],
        [
          'key-suspended',
          keyCaller('key of key-suspended'),
          (id) => setAccountStatus(store, id, 'suspended', NOW),
        ],
        [
          'signed-out',
          sessionCaller('signed-out'),
          (accountId) => endSession(store.database, { accountId, digest: digestOf('signed-out') }),
        ],
        ['suspended', sessionCaller('suspended'), (id) => setAccountStatus(store, id, 'suspended', NOW)],
      ];
      const revoke = (accountId: string, keyId: string) =>
        revokeStored(store.database, OPERATOR, accountId, keyId, entry('key-revoked'));
      for (const [accountId, caller, end, later] of endings) {
        await signUp(accountId);
        await issue(OPERATOR, accountId, `key of ${accountId}`);
        const write = (uid: string) => writeOf(caller, accountId, uid, later);
        const first = await store.writeStudent(writeOf(caller, accountId, '1'), recruited, undefined);
        assert.ok(first, accountId);
        const by = { ...caller, accountId };
        const goals = new Map([['1', GOAL]]);
        assert.equal(await changeGoals(store.database, by, NOW, goals), true);
        assert.equal(await changeStock(store.database, by, NOW, { items: { credits: 1 } }), true);
        await end(accountId);
        const at = later ?? NOW;
        assert.equal(await changeGoals(store.database, by, at, new Map([['1', null]])), false, accountId);
        assert.equal(await removeGoal(store.database, by, at, '1'), 'caller-ended', accountId);
        const items = { credits: null, 3030: 1 };
        assert.equal(await changeStock(store.database, by, at, { items }), false, accountId);
        assert.deepEqual(await listGoals(store.database, accountId), [{ studentUid: '1', ...GOAL }]);
        assert.deepEqual(await readStock(store.database, accountId), { credits: 1 });
        assert.equal(await store.writeStudent(write('2'), recruited, undefined), undefined, accountId);
        assert.equal(await store.writeStudent(write('1'), { ...recruited, level: 2 }, first), undefined);
        assert.equal(await store.removeStudent(write('1'), first), undefined, accountId);
        assert.equal(await deleteAccount(store, accountId, caller, later ?? NOW), false, accountId);
        assert.equal((await store.readStudent(accountId, '1'))?.json, first.json);
        assert.equal(await store.readStudent(accountId, '2'), undefined);
      }
      const other = writeOf(keyCaller('key of key-expired'), 'signed-out', '3');
      assert.equal(await store.writeStudent(other, recruited, undefined), undefined, "another account's key");
      const stranger = { ...keyCaller('key of key-expired'), accountId: 'signed-out' };
      assert.equal(await changeStock(store.database, stranger, NOW, { items: { credits: 9 } }), false);
    });

    test('no change by a session happens once the session has ended', async () => {
      await signUp('ended');
      await issue(OPERATOR, 'ended', 'ended key');
      await endSession(store.database, { accountId: 'ended', digest: digestOf('ended') });
      const caller = sessionCaller('ended');
      const changes: Record<string, Promise<boolean>> = {
        issue: issue(caller, 'ended', 'late key'),
        rotate: rotateStored(
          store.database,
          caller,
          { keyId: 'ended key', expiresAt: NOW + 5 },
          key('ended', 'rotated'),
          digestOf('rotated'),
          entry('key-rotated'),
        ),
        revoke: revokeStored(store.database, caller, 'ended', 'ended key', entry('key-revoked')),
        codes: replaceRecoveryCodes(store.database, caller, 'ended', [digestOf('x')], entry('signed-in')),
        renamePasskey: renamePasskey(
          store.database,
          caller,
          'ended',
          'ended-1',
          'x',
          entry('passkey-renamed'),
        ),
        removePasskey: removePasskey(
          store.database,
          caller,
          'ended',
          'ended-1',
          entry('passkey-removed'),
        ).then((outcome) => outcome !== 'caller-ended'),
        changeAccount: changeAccountSettings(
          store.database,
          caller,
          'ended',
          { name: 'x', gameServer: 'global' },
          NOW,
        ),
        endSessions: endSessions(store.database, caller, 'ended', entry('signed-out-everywhere')),
        endListed: endListedSession(
          store.database,
          caller,
          'ended',
          digestOf('ended'),
          entry('session-ended'),
        ),
        evict: evictIntruder(
          store.database,
          caller,
          'ended',
          { keptCredentialIds: ['ended-1'], recoveryCodes: [] },
          entry('intruder-evicted'),
        ),
        activity: addActivity(store.database, caller, 'ended', entry('roster-imported')),
        addPasskey: addPasskey(
          store.database,
          newChallenge(),
          passkey('ended', 'ended-2'),
          { digest: caller.id, session: session('ended', 'late') },
          entry('passkey-added'),
        ).then((outcome) => outcome !== 'session-ended'),
      };
      for (const [name, change] of Object.entries(changes)) assert.equal(await change, false, name);
      assert.equal((await listKeys(store, 'ended')).length, 1);
      assert.equal(await countRecoveryCodes(store.database, 'ended'), 1);
      assert.deepEqual(
        (await listActivity(store.database, 'ended')).map(({ kind }) => kind),
        ['key-issued', 'account-created'],
      );
    });

    test('no change by an operator happens once the right is taken away or the session has ended', async () => {
      await signUp('operator');
      await signUp('operated');
      const { database: door } = store;
      const invite = (inviteId: string) => ({
        ...{ inviteId, uses: 1, usesLeft: 1, createdAt: NOW, expiresAt: NOW + 1, revokedAt: null },
        madeBy: 'operator',
        token: inviteId,
      });
      const link = {
        ...{ accountId: 'operated', digest: digestOf('operated link'), expiresAt: NOW + 1 },
        madeBy: 'operator',
      };
      const caller = { ...sessionCaller('operator'), accountId: 'operator' };
      const change = async (): Promise<string[]> => {
        const operated = await findOperatedAccount(door, 'operated');
        assert.ok(operated);
        const status = operated.status === 'active' ? 'suspended' : 'active';
        const inviteId = `inv_${(await listInvites(door)).length}`;
        // One after another: the last revokes what the one before it makes.
        return [
          await changeStatus(door, caller, operated, status, NOW),
          await saveLinkAsOperator(door, caller, 'name of operator', operated, link, NOW),
          await saveInviteAsOperator(door, caller, invite(inviteId)),
          await revokeInviteAsOperator(door, caller, 'inv_0', NOW),
        ];
      };
      const readAll = async () => [
        await findOperatedAccount(door, 'operated'),
        await listInvites(door),
        await findLink(door, link.accountId, link.digest, NOW),
        await listActivity(door, 'operated'),
        await listActivity(door, 'operator'),
      ];
      const assertRefused = async () => {
        const before = await readAll();
        assert.deepEqual(await change(), Array(4).fill('refused'));
        assert.deepEqual(await readAll(), before);
      };

      await assertRefused();
      assert.equal(await changeOperator(door, 'operator', true, NOW), true);
      assert.deepEqual(await change(), Array(4).fill('done'));
      assert.equal(await changeOperator(door, 'operator', false, NOW), true);
      await assertRefused();
      assert.equal(await changeOperator(door, 'operator', true, NOW), true);
      assert.equal(await changeOperator(door, 'operator', true, NOW), false, 'it has the right already');
      await setAccountStatus(store, 'operator', 'suspended', NOW);
      await assertRefused();
      await setAccountStatus(store, 'operator', 'active', NOW);
      await endSession(door, { accountId: 'operator', digest: digestOf('operator') });
      await assertRefused();
    });

    test('of two operators who suspend each other at once, one does', async () => {
      for (const accountId of ['one', 'two']) {
        await signUp(accountId);
        await changeOperator(store.database, accountId, true, NOW);
      }
      const suspend = async (by: string, of: string) => {
        const operated = await findOperatedAccount(store.database, of);
        assert.ok(operated);
        const caller = { ...sessionCaller(by), accountId: by };
        return changeStatus(store.database, caller, operated, 'suspended', NOW);
      };
      const outcomes = await Promise.all([suspend('one', 'two'), suspend('two', 'one')]);
      assert.deepEqual(outcomes.sort(), ['done', 'refused']);
    });

    test('a write that is under way when its caller ends is seen by whoever ended it, or never happens', async () => {
      await signUp('rounds');
      for (let round = 0; round < ROUNDS; round += 1) {
        const keyId = `round ${round}`;
        await issue(OPERATOR, 'rounds', keyId);
        await signIn('rounds', keyId, 'rounds-1', 0);
        const written = new Set<string>();
        const note = async (uid: string, write: Promise<unknown>) => {
          if (await write) written.add(uid);
        };
        const writes = Array.from({ length: WRITES_IN_ROUND }, (_, i) => `${round}-${i}`).flatMap((uid) => [
          note(
            `k${uid}`,
            store.writeStudent(writeOf(keyCaller(keyId), 'rounds', `k${uid}`), recruited, undefined),
          ),
          note(
            `s${uid}`,
            store.writeStudent(writeOf(sessionCaller(keyId), 'rounds', `s${uid}`), recruited, undefined),
          ),
          changeStock(store.database, { ...keyCaller(keyId), accountId: 'rounds' }, NOW, {
            items: { [uid]: round },
          }),
        ]);
        await new Promise((resolve) => setImmediate(resolve));
        await Promise.all([
          revokeStored(store.database, OPERATOR, 'rounds', keyId, entry('key-revoked')),
          endSession(store.database, { accountId: 'rounds', digest: digestOf(keyId) }),
        ]);
        const seen = await store.listStudents('rounds', '', 10_000);
        const seenStock = await readStock(store.database, 'rounds');
        await Promise.all(writes);
        const later = await store.listStudents('rounds', '', 10_000);
        assert.equal(later.json, seen.json, `round ${round}`);
        assert.deepEqual(await readStock(store.database, 'rounds'), seenStock, `round ${round}`);
        for (const uid of written) {
          const record = await store.readStudent('rounds', uid);
          assert.ok(record && (await store.removeStudent(operatorWrite('rounds', uid), record)));
        }
      }
    });

    test('of two sign-ins with one count of a passkey one succeeds, and the stored count never falls', async () => {
      await signUp('counted', 4);
      const results = await Promise.all([
        signIn('counted', 'count 5', 'counted-1', 5),
        signIn('counted', 'count 5 again', 'counted-1', 5),
      ]);
      assert.deepEqual(results.toSorted(), [false, true]);
      for (const lower of [4, 0])
        assert.equal(await signIn('counted', `count ${lower}`, 'counted-1', lower), false);
      assert.equal((await findPasskey(store.database, 'counted-1'))?.signCount, 5);
    });

    test('a passkey takes the sessions that it began with it, except the one that removes it', async () => {
      await signUp('removing');
      const added = passkey('removing', 'removing-2');
      const replacing = { digest: digestOf('removing'), session: session('removing', 'own') };
      await addPasskey(store.database, newChallenge(), added, replacing, entry('passkey-added'));
      await signIn('removing', 'intruder', 'removing-2', 0);
      await signIn('removing', 'phone', 'removing-1', 0);
      const remove = (credentialId: string) =>
        removePasskey(
          store.database,
          sessionCaller('own'),
          'removing',
          credentialId,
          entry('passkey-removed'),
        );
      assert.equal(await remove('removing-2'), 'done');
      assert.deepEqual(
        (await listSessions(store.database, 'removing'))
          .map(({ digest, passkeyName }) => [digest, passkeyName])
          .toSorted(),
        [
          [digestOf('own'), 'removing-1'],
          [digestOf('phone'), 'removing-1'],
        ].toSorted(),
      );
    });

    test('an eviction leaves one session, the named passkeys and new codes, and no key or link', async () => {
      await signUp('evicting');
      const replacing = { digest: digestOf('evicting'), session: session('evicting', 'mine') };
      await addPasskey(
        store.database,
        newChallenge(),
        passkey('evicting', 'evicting-2'),
        replacing,
        entry('passkey-added'),
      );
      await signIn('evicting', 'theirs', 'evicting-2', 0);
      await issue(OPERATOR, 'evicting', 'evicted key');
      for (let i = 0; i < 105; i += 1) await issue(OPERATOR, 'evicting', `evicted key ${i}`);
      await saveLink(store.database, {
        accountId: 'evicting',
        digest: digestOf('their link'),
        expiresAt: NOW + 1,
      });
      const eviction = { keptCredentialIds: ['evicting-1'], recoveryCodes: [digestOf('new code')] };
      const evict = () =>
        evictIntruder(store.database, sessionCaller('mine'), 'evicting', eviction, entry('intruder-evicted'));
      assert.equal(await evict(), true);
      assert.deepEqual(
        (await listSessions(store.database, 'evicting')).map(({ digest }) => digest),
        [digestOf('mine')],
      );
      assert.deepEqual(
        (await listPasskeys(store.database, 'evicting')).map(({ credentialId }) => credentialId),
        ['evicting-1'],
      );
      const keys = await listKeys(store, 'evicting');
      assert.deepEqual([keys.length, keys.every(({ revokedAt }) => revokedAt === NOW)], [100, true]);
      assert.equal(await findLink(store.database, 'evicting', digestOf('their link'), NOW), undefined);
      assert.equal(await findRecoveryCode(store.database, digestOf('evicting code')), undefined);
      assert.deepEqual(await findRecoveryCode(store.database, digestOf('new code')), {
        accountId: 'evicting',
      });
      for (const [foundBy, accountId] of [
        ['evicting-1', 'evicting'],
        ['evicting-2', undefined],
        [digestOf('evicting code'), undefined],
      ] as const)
        assert.equal(await findAccountOf(store.database, foundBy), accountId);
    });

    test('keys that have ended do not count, the last hundred stay, and none longer than 90 days', async () => {
      await signUp('many');
      for (let i = 0; i < 105; i += 1) {
        const ended = key('many', `ended ${i}`, {
          issuedAt: NOW - 1000 + 2 * i,
          expiresAt: NOW - 999 + 2 * i,
        });
        await issueStored(store.database, OPERATOR, ended, digestOf(`ended ${i}`), entry('key-issued'), 1);
      }
      const active = key('many', 'active');
      assert.equal(
        await issueStored(store.database, OPERATOR, active, 'active', entry('key-issued'), 1),
        true,
      );
      const again = key('many', 'one too many');
      assert.equal(
        await issueStored(store.database, OPERATOR, again, 'again', entry('key-issued'), 1),
        false,
      );
      const keys = (await listKeys(store, 'many')).map(({ keyId }) => keyId);
      assert.equal(keys.length, 101);
      assert.ok(!keys.includes('ended 4') && keys.includes('ended 5'));
      await deleteExpired(store, NOW + 90 * DAY_MS);
      assert.deepEqual(
        (await listKeys(store, 'many')).map(({ keyId }) => keyId),
        ['active'],
      );
    });
  });
