import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  activity,
  countTrue,
  digestOf,
  invite,
  MONTH_MS,
  NOW,
  session,
  useAccounts,
} from '../../test/account-fixture.ts';
import { ENGINES } from '../../test/database.ts';
import { issueStored, revokeStored, rotateStored } from '../../test/key-changes.ts';
import { saveLink } from '../../test/save-link.ts';
import { deleteAccount } from '../accounts/delete-account.ts';
import { type ActivityKind, addActivity, listActivity, MAX_ENTRIES_OF_KIND } from '../activity/activity.ts';
import { deleteExpired } from '../expiry-sweep.ts';
import {
  ENTRY_SESSION_LIFETIME_MS,
  SESSION_IDLE_MS,
  SESSION_LIFETIME_MS,
} from '../session/session-lifetimes.ts';
import { findSession, type StoredSession } from '../session/session-records.ts';
import { findInvite, listInvites, revokeInvite, saveInvite } from '../sign-in/invites.ts';
import { OPERATOR } from './caller.ts';
import { findKeyById, listKeys } from './find-accounts.ts';
import type { StoredKey } from './stored-account.ts';

for (const engine of ENGINES)
  describe(engine, () => {
    const fixture = useAccounts(engine);
    const { direct, count, countRows, signIn, signUp, kindsOf } = fixture;

    describe('keys', () => {
      const key = (accountId: string, keyId: string): StoredKey => ({
        keyId,
        accountId,
        name: '',
        permission: 'read',
        areas: null,
        shown: 'rollbook_abcd',
        issuedAt: NOW,
        expiresAt: NOW + 100,
        revokedAt: null,
        lastUsedAt: null,
        app: null,
        renewableUntil: null,
      });
      const issue = (accountId: string, keyId: string, entry = activity('key-issued')) =>
        issueStored(fixture.store.database, OPERATOR, key(accountId, keyId), `digest of ${keyId}`, entry);
      const expiryOf = async (keyId: string) => (await findKeyById(fixture.store, keyId))?.expiresAt;
      /** The database refuses it, after the key. */
      const tooLong = activity('key-issued', 'x'.repeat(201));

      test('a key is issued with its activity, to an account that exists', async () => {
        await signUp('keys');
        assert.equal(await issue('keys', 'k-1'), true);
        assert.deepEqual(
          { ...(await findKeyById(fixture.store, 'k-1')) },
          {
            ...key('keys', 'k-1'),
            app: null,
            renewableUntil: null,
          },
        );
        assert.equal((await fixture.store.findKey('keys', 'digest of k-1'))?.expiresAt, NOW + 100);
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
            fixture.store.database,
            OPERATOR,
            old,
            key('keys', keyId),
            keyId,
            activity('key-rotated'),
          );
          assert.equal(isRotated, true);
          assert.equal(await expiryOf('k-1'), expiresAt);
          assert.equal((await fixture.store.findKey('keys', 'digest of k-1'))?.expiresAt, expiresAt);
          assert.equal(await expiryOf(keyId), NOW + 100);
        }
        assert.deepEqual((await kindsOf('keys')).slice(0, 2), ['key-rotated', 'key-rotated']);
      });

      test('of ten keys at once, an account gets as many as it may have, and none by rotation', async () => {
        await signUp('full');
        const results = await Promise.all(
          Array.from({ length: 10 }, (_, i) =>
            issueStored(
              fixture.store.database,
              OPERATOR,
              key('full', `full ${i}`),
              `full ${i}`,
              activity('key-issued'),
              3,
            ),
          ),
        );
        assert.equal(countTrue(results), 3);
        const keys = await listKeys(fixture.store, 'full');
        assert.equal(keys.length, 3);
        const [{ keyId } = key('full', '')] = keys;
        const rotation = key('full', 'full rotated');
        assert.equal(
          await rotateStored(
            fixture.store.database,
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
          await issueStored(
            fixture.store.database,
            OPERATOR,
            key('full', 'more'),
            'more',
            activity('key-issued'),
          ),
          true,
        );
      });

      test('a key is revoked once, and by its account only', async () => {
        const revoke = (accountId: string, keyId: string, at: number) =>
          revokeStored(fixture.store.database, OPERATOR, accountId, keyId, {
            ...activity('key-revoked'),
            at,
          });
        await signUp('other-keys');
        assert.equal(await revoke('other-keys', 'k-1', NOW), false);
        assert.equal(await revoke('keys', 'no such key', NOW), false);
        const results = await Promise.all([1, 2, 3].map((ms) => revoke('keys', 'k-1', NOW + ms)));
        assert.equal(countTrue(results), 1);
        const { revokedAt } = (await findKeyById(fixture.store, 'k-1')) ?? {};
        assert.equal(revokedAt, NOW + 1 + results.indexOf(true));
        assert.equal((await fixture.store.findKey('keys', 'digest of k-1'))?.revoked, true);
        assert.equal((await kindsOf('keys')).filter((kind) => kind === 'key-revoked').length, 1);
      });

      test('a key that is revoked or expired gets no successor', async () => {
        await signUp('ended');
        for (const keyId of ['revoked', 'expired']) await issue('ended', keyId);
        await revokeStored(fixture.store.database, OPERATOR, 'ended', 'revoked', activity('key-revoked'));
        for (const [keyId, issuedAt] of [
          ['revoked', NOW],
          ['expired', NOW + 100],
        ] as const) {
          const successor = { ...key('ended', `after ${keyId}`), issuedAt };
          const old = { keyId, expiresAt: NOW + 50 };
          assert.equal(
            await rotateStored(
              fixture.store.database,
              OPERATOR,
              old,
              successor,
              keyId,
              activity('key-rotated'),
            ),
            false,
          );
        }
        assert.equal((await listKeys(fixture.store, 'ended')).length, 2);
        assert.equal(await expiryOf('revoked'), NOW + 100);
      });

      test('nothing is changed if the activity cannot be written', async () => {
        await signUp('no-activity');
        await issue('no-activity', 'k-5');
        const rotated = { keyId: 'k-5', expiresAt: NOW };
        for (const write of [
          () => issue('no-activity', 'k-6', tooLong),
          () =>
            rotateStored(
              fixture.store.database,
              OPERATOR,
              rotated,
              key('no-activity', 'k-7'),
              'k-7',
              tooLong,
            ),
          () => revokeStored(fixture.store.database, OPERATOR, 'no-activity', 'k-5', tooLong),
        ])
          await assert.rejects(write, /check constraint/i);
        assert.deepEqual(
          (await listKeys(fixture.store, 'no-activity')).map((one) => ({ ...one })),
          [key('no-activity', 'k-5')],
        );
      });
    });

    test('an invite is revoked once and for all', async () => {
      await saveInvite(fixture.store.database, invite('inv-ended'), digestOf('inv-ended'));
      assert.equal(await revokeInvite(fixture.store.database, 'inv-ended', NOW + 1), true);
      assert.equal(await revokeInvite(fixture.store.database, 'inv-ended', NOW + 2), true);
      assert.equal(await revokeInvite(fixture.store.database, 'no such invite', NOW), false);
      assert.equal(await findInvite(fixture.store.database, digestOf('inv-ended'), NOW), undefined);
      const listed = (await listInvites(fixture.store.database)).find(
        ({ inviteId }) => inviteId === 'inv-ended',
      );
      assert.equal(listed?.revokedAt, NOW + 1);
    });

    test('the database refuses an invite that allows more sign-ups than it was made for', async () => {
      await assert.rejects(
        saveInvite(fixture.store.database, invite('inv-odd', { usesLeft: 2 }), digestOf('odd')),
        /check constraint/i,
      );
      await assert.rejects(
        saveInvite(fixture.store.database, invite('inv-odd', { uses: 0, usesLeft: 0 }), digestOf('odd')),
        /check constraint/i,
      );
    });

    test('the activity keeps the last entries of each kind, newest first, and none pushes out another', async () => {
      await signUp('active');
      const add = (at: number, kind: ActivityKind, detail: string) =>
        addActivity(fixture.store.database, OPERATOR, 'active', { at: NOW + at, kind, detail });
      for (let i = 0; i < 30; i += 1) {
        await add(2 * i, 'app-connected', `app ${i}`);
        await add(2 * i + 1, 'app-disconnected', `app ${i}`);
      }
      const entries = await listActivity(fixture.store.database, 'active');
      assert.deepEqual(
        entries.map(({ kind, detail }) => `${kind} ${detail}`),
        [
          ...Array.from({ length: 20 }, (_, i) => [
            `app-disconnected app ${29 - i}`,
            `app-connected app ${29 - i}`,
          ]).flat(),
          'account-created ',
        ],
      );
      const kinds = Object.entries(MAX_ENTRIES_OF_KIND) as [ActivityKind, number][];
      await Promise.all(
        kinds.map(async ([kind, kept]) => {
          for (let i = 0; i <= kept; i += 1) await add(1_000, kind, `${i}`);
        }),
      );
      const counts = Object.fromEntries(kinds.map(([kind]) => [kind, 0]));
      for (const { kind } of await listActivity(fixture.store.database, 'active'))
        counts[kind] = (counts[kind] ?? 0) + 1;
      assert.deepEqual(counts, MAX_ENTRIES_OF_KIND);
      await addActivity(fixture.store.database, OPERATOR, 'nobody', activity('key-issued'));
    });

    test('a sign-in beyond 100 sessions ends the oldest one', async () => {
      await signUp('often');
      for (let i = 1; i <= 100; i += 1) {
        const begun = session('often', `often ${i}`, { createdAt: NOW + i });
        assert.equal(await signIn('often-1', i, begun, activity('signed-in')), true);
      }
      assert.equal(await count('console_session', 'often'), 100);
      assert.equal(await findSession(fixture.store.database, 'often', digestOf('often session')), undefined);
      assert.notEqual(await findSession(fixture.store.database, 'often', digestOf('often 1')), undefined);
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
      for (const [name, expiresAt] of [
        ['over', NOW],
        ['open', NOW + 1],
      ] as const)
        await direct(
          `INSERT INTO used_challenge (digest, expires_at) VALUES (?, ${expiresAt})`,
          digestOf(name),
        );
      await signUp('link-kept');
      await saveLink(fixture.store.database, {
        accountId: 'expiring',
        digest: digestOf('link over'),
        expiresAt: NOW,
      });
      await saveLink(fixture.store.database, {
        accountId: 'link-kept',
        digest: digestOf('link open'),
        expiresAt: NOW + 1,
      });
      await saveInvite(
        fixture.store.database,
        invite('inv-over', { expiresAt: NOW - MONTH_MS }),
        digestOf('inv-over'),
      );
      await saveInvite(
        fixture.store.database,
        invite('inv-kept', { expiresAt: NOW - MONTH_MS + 1 }),
        digestOf('inv-kept'),
      );

      await deleteExpired(fixture.store, NOW);

      for (const [name, isKept] of sessions)
        assert.equal(
          (await findSession(fixture.store.database, 'expiring', digestOf(name))) !== undefined,
          isKept,
          name,
        );
      const digests = (await direct('SELECT digest FROM used_challenge')).map(({ digest }) => digest);
      assert.deepEqual(
        [digests.includes(digestOf('over')), digests.includes(digestOf('open'))],
        [false, true],
      );
      assert.deepEqual(
        [await count('account_link', 'expiring'), await count('account_link', 'link-kept')],
        [0, 1],
      );
      const invites = (await listInvites(fixture.store.database)).map(({ inviteId }) => inviteId);
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
      await saveLink(fixture.store.database, {
        accountId: 'deleted',
        digest: digestOf('deleted link'),
        expiresAt: NOW + 1,
      });
      assert.equal(Object.values(await countRows('deleted')).includes(0), false);
      await deleteAccount(fixture.store, 'deleted', OPERATOR, NOW);
      assert.deepEqual(new Set(Object.values(await countRows('deleted'))), new Set([0]));
      assert.equal(
        await signIn('deleted-1', 1, session('deleted', 'too late'), activity('signed-in')),
        false,
      );
    });
  });
