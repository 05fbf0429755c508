import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { bondInterval } from '../../contract/bond.ts';
import { type GrowthState, STATE_FIELDS, STATE_NAMES } from '../../contract/state-fields.ts';
import { WEAPON_LEVEL_CAPS } from '../../contract/state-rules.ts';
import { addAccount } from '../../test/add-account.ts';
import { type Database, ENGINES, newDatabase, query } from '../../test/database.ts';
import { issueStored } from '../../test/key-changes.ts';
import { operatorWrite } from '../../test/operator-write.ts';
import { deleteAccount } from '../accounts/delete-account.ts';
import { LastUsedTracker } from '../auth/last-used.ts';
import { OPERATOR } from './caller.ts';
import { listKeys } from './find-accounts.ts';
import { openStore } from './open-store.ts';
import type { Store } from './store.ts';
import type { StoredStudent } from './stored-student.ts';
import { parseGrowth } from './stored-student.ts';

/** Without what the write says of its change. */
const recordOf = (written: StoredStudent | undefined) =>
  written && { json: written.json, recruited: written.recruited };
const recruited: Partial<GrowthState> = { tier: 5, weaponTier: STATE_FIELDS.weaponTier.max };
const text = (studentUid: string, growth: Partial<GrowthState>) =>
  JSON.stringify({
    studentUid,
    ...Object.fromEntries(STATE_NAMES.map((name) => [name, growth[name] ?? null])),
  });

const issued = { at: 0, kind: 'key-issued', detail: '' } as const;

/** Each breaks one range or one cross-field rule. */
const invalidStates: [string, Partial<GrowthState>][] = [
  ...STATE_NAMES.flatMap((name): [string, Partial<GrowthState>][] => [
    [`${name} below its range`, { ...recruited, [name]: STATE_FIELDS[name].min - 1 }],
    [`${name} above its range`, { ...recruited, [name]: STATE_FIELDS[name].max + 1 }],
  ]),
  ['a weapon below tier 5', { tier: 4, weaponTier: 1 }],
  ...WEAPON_LEVEL_CAPS.slice(0, -1).map((cap, weaponTier): [string, Partial<GrowthState>] => [
    `weaponLevel ${cap + 1} at weaponTier ${weaponTier}`,
    { tier: 5, weaponTier, weaponLevel: cap + 1 },
  ]),
  ['an ability without a weapon', { tier: 5, weaponTier: 0, abilityHeal: 1 }],
  ['an experience without a rank', { ...recruited, bondExp: 0 }],
  ['an experience below its rank', { ...recruited, bond: 50, bondExp: bondInterval(50).from - 1 }],
  ['an experience above its rank', { ...recruited, bond: 50, bondExp: bondInterval(50).to + 1 }],
  ['a state without a tier', { weaponTier: 0, level: 1 }],
  ['a state without a weaponTier', { tier: 1 }],
  ['a level of a student who is not recruited', { bond: 1, level: 1 }],
  ['an empty state', {}],
];

for (const engine of ENGINES)
  describe(engine, () => {
    let database: Database;
    let store: Store;
    const direct = (sql: string, ...values: string[]) => query(database.address, sql, values);

    before(async () => {
      database = await newDatabase(engine);
      ({ store } = await openStore(database.address, { create: true, migrate: true }));
      await addAccount(store, 'a', { name: 'a' });
    });
    after(async () => {
      await store?.close();
      await database?.remove();
    });

    test('stores the same text as it returns from a write', async () => {
      const maximum = Object.fromEntries(
        STATE_NAMES.map((name) => [name, STATE_FIELDS[name].max]),
      ) as GrowthState;
      for (const [uid, growth] of [
        ['10010', maximum],
        ['시"로\\코', maximum],
        ['minimum', { tier: 1, weaponTier: 0 }],
        ['bond', { bond: 1 }],
        ['bond with nulls', parseGrowth(text('', { bond: 1 }))],
      ] as const) {
        const expected = { json: text(uid, growth), recruited: growth.tier === 1 || growth.tier === 5 };
        assert.deepEqual(
          recordOf(await store.writeStudent(operatorWrite('a', uid), growth, undefined)),
          expected,
        );
        assert.deepEqual(await store.readStudent('a', uid), expected);
        const rows = await direct(`SELECT body FROM student_record WHERE student_uid = '${uid}'`);
        assert.deepEqual(
          rows.map(({ body }) => body),
          [expected.json],
          'the text that the database generates',
        );
      }
    });

    for (const [name, growth] of invalidStates)
      test(`the store refuses ${name}`, async () => {
        await assert.rejects(
          store.writeStudent(operatorWrite('a', 'refused'), growth, undefined),
          /may not be stored/,
        );
        assert.equal(await store.readStudent('a', 'refused'), undefined);
      });

    test("a record that breaks today's bounds is read as it is, and what it breaks may stay", async () => {
      const write = operatorWrite('a', 'grown');
      await store.writeStudent(write, { ...recruited, level: 1 }, undefined);
      await direct(
        "UPDATE student_record SET body = replace(body, '\"level\":1', '\"level\":999') WHERE student_uid = 'grown'",
      );
      const grown = await store.readStudent('a', 'grown');
      assert.equal(grown?.json, text('grown', { ...recruited, level: 999 }));
      const next = await store.writeStudent(write, { ...recruited, level: 999, bond: 3 }, grown);
      assert.equal(next?.json, text('grown', { ...recruited, level: 999, bond: 3 }));
      await assert.rejects(
        store.writeStudent(write, { ...recruited, level: 998 }, next),
        /level may not be stored/,
      );
    });

    test('a write that fails leaves the other writes of its batch intact', async () => {
      const [good, bad, late] = await Promise.allSettled([
        store.writeStudent(operatorWrite('a', 'batch-1'), recruited, undefined),
        store.writeStudent(operatorWrite('a', ''), recruited, undefined),
        store.writeStudent(operatorWrite('a', 'batch-3'), recruited, undefined),
      ]);
      assert.deepEqual([good.status, bad.status, late.status], ['fulfilled', 'rejected', 'fulfilled']);
      assert.ok((await store.readStudent('a', 'batch-1')) && (await store.readStudent('a', 'batch-3')));
    });

    test('only one of two concurrent writes to the same record succeeds', async () => {
      await store.writeStudent(operatorWrite('a', 'race'), recruited, undefined);
      const stored = await store.readStudent('a', 'race');
      const [first, second] = await Promise.all([
        store.writeStudent(operatorWrite('a', 'race'), { ...recruited, level: 1 }, stored),
        store.writeStudent(operatorWrite('a', 'race'), { ...recruited, level: 2 }, stored),
      ]);
      assert.equal([first, second].filter((written) => written === undefined).length, 1);
      const { json } = (await store.readStudent('a', 'race')) ?? {};
      assert.match(json ?? '', first ? /"level":1,/ : /"level":2,/);
      assert.equal(await store.writeStudent(operatorWrite('a', 'race'), recruited, undefined), undefined);
    });

    test('removes a record only if it is the expected one', async () => {
      const first = await store.writeStudent(operatorWrite('a', 'removed'), recruited, undefined);
      const second = await store.writeStudent(
        operatorWrite('a', 'removed'),
        { ...recruited, level: 2 },
        first,
      );
      assert.ok(first && second);
      assert.equal(await store.removeStudent(operatorWrite('a', 'removed'), first), undefined);
      assert.deepEqual(await store.readStudent('a', 'removed'), recordOf(second));
      const removals = [1, 2].map(() => store.removeStudent(operatorWrite('a', 'removed'), second));
      assert.equal((await Promise.all(removals)).filter(Boolean).length, 1);
      assert.equal(await store.readStudent('a', 'removed'), undefined);
      assert.equal(await store.removeStudent(operatorWrite('a', 'removed'), second), undefined);
      const onlyBond = await store.writeStudent(operatorWrite('a', 'only bond'), { bond: 1 }, undefined);
      assert.ok(onlyBond);
      assert.equal(await store.removeStudent(operatorWrite('a', 'only bond'), onlyBond), undefined);
    });

    test('reads and writes see what another process has just written', async () => {
      const where = "student_uid = 'shared'";
      const page = async () => (await store.listStudents('a', 'share', 1)).json;
      const written = await store.writeStudent(operatorWrite('a', 'shared'), recruited, undefined);
      assert.deepEqual(
        [await page(), await store.readStudent('a', 'shared')],
        [written?.json, recordOf(written)],
      );
      await direct(
        `UPDATE student_record SET body = replace(body, '"level":null', '"level":7') WHERE ${where}`,
      );
      const stored = await store.readStudent('a', 'shared');
      assert.deepEqual(
        [await page(), stored?.json],
        Array(2).fill(text('shared', { ...recruited, level: 7 })),
      );
      assert.equal(await store.writeStudent(operatorWrite('a', 'shared'), recruited, written), undefined);
      const again = await store.writeStudent(
        operatorWrite('a', 'shared'),
        { ...recruited, level: 8 },
        stored,
      );
      assert.deepEqual(
        [await page(), await store.readStudent('a', 'shared')],
        [again?.json, recordOf(again)],
      );
      await direct(`DELETE FROM student_record WHERE ${where}`);
      assert.equal(await store.readStudent('a', 'shared'), undefined);
      assert.ok(again);
      assert.equal(await store.removeStudent(operatorWrite('a', 'shared'), again), undefined);
    });

    test('sees at the next lookup that another process has revoked a key or suspended its account', async () => {
      const key = {
        keyId: 'k',
        accountId: 'a',
        name: '',
        permission: 'read',
        areas: null,
        shown: '',
        issuedAt: 0,
        expiresAt: 9,
        revokedAt: null,
        lastUsedAt: null,
      } as const;
      await issueStored(store.database, OPERATOR, key, 'digest', issued);
      assert.equal((await store.findKey('a', 'digest'))?.revoked, false);
      await direct("UPDATE api_key SET revoked_at = 5 WHERE key_id = 'k'");
      assert.equal((await store.findKey('a', 'digest'))?.revoked, true);
      await direct("UPDATE account SET status = 'suspended' WHERE account_id = 'a'");
      assert.equal((await store.findKey('a', 'digest'))?.accountActive, false);
      await direct("UPDATE account SET status = 'active' WHERE account_id = 'a'");
    });

    test('stores the last use of a key and never replaces it with an earlier one', async () => {
      await addAccount(store, 'busy');
      const key = { accountId: 'busy', name: '', permission: 'read', areas: null, shown: '' } as const;
      const times = { expiresAt: 9, revokedAt: null, lastUsedAt: null };
      for (const keyId of ['first', 'second', 'third'])
        await issueStored(
          store.database,
          OPERATOR,
          { ...key, ...times, keyId, issuedAt: keyId.length },
          keyId,
          issued,
        );
      const noteUses = async (uses: Record<string, number>) => {
        const tracker = new LastUsedTracker(store.database);
        for (const [keyId, at] of Object.entries(uses))
          tracker.record({ keyId, accountId: 'busy', lastUsedAt: null }, at);
        await tracker.flush();
      };
      await noteUses({ first: 3, second: 4 });
      await noteUses({ first: 5, second: 2, nobody: 7 });
      const lastUses = (await listKeys(store, 'busy')).map(({ keyId, lastUsedAt }) => [keyId, lastUsedAt]);
      assert.deepEqual(Object.fromEntries(lastUses), { first: 5, second: 4, third: null });
      for (const [digest, at] of Object.entries({ first: 5, third: null }))
        assert.equal((await store.findKey('busy', digest))?.lastUsedAt, at);
    });

    test('a write to an account that does not exist does not fail concurrent writes', async () => {
      const [gone, other] = await Promise.allSettled([
        store.writeStudent(operatorWrite('nobody', '1'), recruited, undefined),
        new Promise((resolve) => setImmediate(resolve)).then(() =>
          store.writeStudent(operatorWrite('a', 'concurrent'), recruited, undefined),
        ),
      ]);
      assert.deepEqual([gone.status, other.status], ['rejected', 'fulfilled']);
    });

    test('deletes all rows of an account', async () => {
      await addAccount(store, 'gone');
      await store.writeStudent(operatorWrite('gone', '1'), recruited, undefined);
      await direct("INSERT INTO stock (account_id, item_id, amount) VALUES ('gone', '1', 1)");
      await direct("INSERT INTO growth_goal (account_id, student_uid, goal) VALUES ('gone', '1', '{}')");
      assert.equal(await deleteAccount(store, 'gone', OPERATOR, 0), true);
      for (const table of ['student_record', 'stock', 'growth_goal', 'api_key', 'account'])
        assert.deepEqual(
          await direct(`SELECT account_id FROM ${table} WHERE account_id = 'gone'`),
          [],
          table,
        );
      await assert.rejects(store.writeStudent(operatorWrite('gone', '1'), recruited, undefined), {
        name: 'UnavailableError',
      });
    });

    test('replaces a catalogue only if its version is the expected one and no removed student is recorded', async () => {
      const catalogue = (version: string) => ({ version, entries: '[]', importedAt: 0 });
      await store.writeStudent(operatorWrite('a', 'recorded'), recruited, undefined);
      assert.equal(await store.replaceCatalogue(catalogue('1'), undefined, ['recorded']), false);
      assert.equal(await store.replaceCatalogue(catalogue('1'), undefined, ['nobody']), true);
      assert.equal(await store.replaceCatalogue(catalogue('2'), undefined, []), false);
      assert.equal(await store.catalogueVersion(), '1');
      assert.equal(
        await store.writeStudent(operatorWrite('a', 'late'), recruited, undefined),
        undefined,
        'validated against the previous catalogue',
      );
      assert.ok(await store.writeStudent(operatorWrite('a', 'late'), recruited, undefined, '1'));
    });
  });
