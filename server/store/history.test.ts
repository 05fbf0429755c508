import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MAX_GROUP_CHANGES } from '../../contract/history.ts';
import type { GrowthState } from '../../contract/state-fields.ts';
import { addAccount } from '../../test/add-account.ts';
import { AT_ONCE, ENGINES, newDatabase, query, type Database as TestDatabase } from '../../test/database.ts';
import { issueStored } from '../../test/key-changes.ts';
import { type Caller, OPERATOR } from './caller.ts';
import { openStore } from './open-store.ts';
import { unpackRoster } from './roster-snapshots.ts';
import type { Store } from './store.ts';
import type { StoredStudent } from './stored-student.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
type Writer = Caller & { operation?: string };
const recruited: Partial<GrowthState> = { tier: 3, weaponTier: 0 };

for (const engine of ENGINES)
  describe(`history on ${engine}`, () => {
    let database: TestDatabase;
    let store: Store;
    before(async () => {
      database = await newDatabase(engine);
      ({ store } = await openStore(database.address, { create: true, migrate: true }));
    });
    after(async () => {
      await store?.close();
      await database?.remove();
    });

    const rowsOf = (table: string, account: string, order: string) =>
      query(database.address, `SELECT * FROM ${table} WHERE account_id = '${account}' ORDER BY ${order}`);

    async function signUp(accountId: string): Promise<Caller[]> {
      await addAccount(store, accountId, { name: accountId, createdAt: NOW });
      const issue = (keyId: string) =>
        issueStored(
          store.database,
          OPERATOR,
          {
            ...{ keyId, accountId, name: `name of ${keyId}`, permission: 'write', areas: null, shown: 'rb' },
            ...{ issuedAt: NOW, expiresAt: NOW + 1e12, revokedAt: null, lastUsedAt: null },
          },
          keyId,
          { at: NOW, kind: 'key-issued', detail: '' },
        );
      await issue(`${accountId} a`);
      await issue(`${accountId} b`);
      return [
        { kind: 'key', id: `${accountId} a` },
        { kind: 'key', id: `${accountId} b` },
      ];
    }

    const write = (
      accountId: string,
      { operation, ...caller }: Writer,
      at: number,
      growth: Partial<GrowthState>,
      expected: StoredStudent | undefined,
      studentUid = '1',
    ) => store.writeStudent({ caller, at, accountId, studentUid, operation }, growth, expected);

    test('a write records what differs, and one that changes nothing records nothing', async () => {
      const [caller] = (await signUp('kinds')) as [Caller];
      const bond = await write('kinds', OPERATOR, NOW, { bond: 5 }, undefined);
      const first = await write('kinds', caller, NOW, { ...recruited, bond: 5, level: 10 }, bond);
      assert.deepEqual(first?.change, { number: 2, group: 2 });
      const same = await write('kinds', caller, NOW + 1, { ...recruited, bond: 5, level: 10 }, first);
      assert.ok(same);
      assert.equal(same.change, undefined);
      const second = await write('kinds', caller, NOW + 2, { ...recruited, bond: 5, level: null }, same);
      assert.ok(second);
      const removed = await store.removeStudent(
        { caller, at: NOW + 3, accountId: 'kinds', studentUid: '1' },
        second,
      );
      assert.deepEqual(removed?.change, { number: 4, group: 2 });
      const changes = await rowsOf('student_change', 'kinds', 'number');
      assert.deepEqual(
        changes.map(({ number, kind, fields }) => [Number(number), kind, JSON.parse(String(fields))]),
        [
          [1, 'bond', { bond: [null, 5] }],
          [2, 'registered', { tier: [null, 3], weaponTier: [null, 0], level: [null, 10], bond: [null, 5] }],
          [3, 'changed', { level: [10, null] }],
          [4, 'removed', { tier: [3, null], weaponTier: [0, null], bond: [5, null] }],
        ],
      );
    });

    test('a write that is refused records nothing', async () => {
      const [caller] = (await signUp('refused')) as [Caller];
      const first = await write('refused', caller, NOW, recruited, undefined);
      assert.equal(await write('refused', caller, NOW, { ...recruited, level: 2 }, undefined), undefined);
      await assert.rejects(write('refused', caller, NOW, { ...recruited, level: 99 }, first));
      assert.equal((await rowsOf('student_change', 'refused', 'number')).length, 1);
    });

    test('groups follow the caller, the pause, the length and the named operation', async () => {
      const [a, b] = (await signUp('groups')) as [Caller, Caller];
      let record: StoredStudent | undefined;
      const groups: number[] = [];
      const change = async (caller: Writer, at: number) => {
        const written = await write('groups', caller, at, { ...recruited, level: groups.length + 1 }, record);
        assert.ok(written?.change);
        record = written;
        groups.push(written.change.group);
      };
      await change(a, NOW);
      await change(b, NOW + 1);
      await change(a, NOW + 59_999);
      await change(b, NOW + 60_001);
      await change({ ...a, operation: 'undo-1' }, NOW + 60_002);
      await change(a, NOW + 60_003);
      await change({ ...a, operation: 'undo-1' }, NOW + 200_000);
      assert.deepEqual(groups, [1, 2, 1, 4, 5, 1, 5]);
      for (let at = NOW + 60_003; at <= NOW + 600_000; at += 30_000) await change(a, at);
      assert.deepEqual([groups.at(-1), groups.at(-2)], [1, 1]);
      await change(a, NOW + 600_000);
      assert.equal(groups.at(-1), groups.length);
      const rows = await rowsOf('change_group', 'groups', 'number');
      assert.deepEqual(
        rows.slice(0, 2).map(({ by_id, by_name, last_number }) => [by_id, by_name, Number(last_number)]),
        [
          ['groups a', 'name of groups a', groups.length - 1],
          ['groups b', 'name of groups b', 2],
        ],
      );
      // A tool that always sends the same identifier.
      await change({ ...a, operation: 'undo-1' }, NOW + 1_200_000);
      assert.equal(groups.at(-1), groups.length);
    });

    test('a group ends after 2,000 changes, whatever operation they name and whoever writes in between', async () => {
      const [a, b] = (await signUp('endless')) as [Caller, Caller];
      const operation = 'import-1';
      const students = Array.from({ length: AT_ONCE }, (_, i) => `${i}`);
      const records = new Map<string, StoredStudent>();
      const groupsOfA = new Map<number, number>();
      const writeOne = async (caller: Writer, uid: string, level: number) => {
        const growth = { ...recruited, level };
        const written = await write('endless', caller, NOW, growth, records.get(uid), uid);
        assert.ok(written?.change);
        records.set(uid, written);
        if (caller.id === a.id) groupsOfA.set(written.change.number, written.change.group);
      };
      for (let level = 1; level <= MAX_GROUP_CHANGES / students.length; level += 1)
        await Promise.all([
          ...students.map((uid) => writeOne({ ...a, operation }, uid, level)),
          writeOne(b, 'of b', level),
        ]);
      for (const level of [90, 89]) await writeOne({ ...a, operation }, '0', level);
      const groups = [...groupsOfA].sort(([one], [other]) => one - other).map(([, group]) => group);
      const [first] = groups;
      const next = Math.max(...groupsOfA.keys()) - 1;
      assert.deepEqual(groups, [...Array(MAX_GROUP_CHANGES).fill(first), next, next]);
    });

    test('concurrent writes of one account get numbers without a gap', async () => {
      const [a, b] = (await signUp('many')) as [Caller, Caller];
      const uids = Array.from({ length: 2 * AT_ONCE }, (_, i) => `${i}`);
      const written = await Promise.all(
        uids.map((uid, i) => write('many', i % 2 ? a : b, NOW, recruited, undefined, uid)),
      );
      const numbers = written.map((one) => one?.change?.number ?? 0).sort((one, other) => one - other);
      assert.deepEqual(
        numbers,
        uids.map((_, i) => i + 1),
      );
    });

    test('a snapshot shows the roster before the first change of each day', async () => {
      const [caller] = (await signUp('days')) as [Caller];
      const first = await write('days', caller, NOW, { ...recruited, level: 5 }, undefined);
      const second = await write('days', caller, NOW + 86_400_000, { ...recruited, level: 6 }, first);
      await write('days', caller, NOW + 86_400_001, { ...recruited, level: 7 }, second);
      const rows = await rowsOf('roster_snapshot', 'days', 'day');
      assert.deepEqual(
        rows.map(({ day }) => day),
        ['2026-11-24', '2026-11-25'],
      );
      assert.deepEqual(
        rows.map(({ last_number }) => last_number),
        [0, 1],
      );
      const rosters = await Promise.all(rows.map(({ states }) => unpackRoster(String(states))));
      assert.deepEqual(rosters[0], []);
      assert.deepEqual(
        rosters[1]?.map(({ studentUid, tier, level, bond }) => [studentUid, tier, level, bond]),
        [['1', 3, 5, null]],
      );
      assert.equal(JSON.parse(String(rows[1]?.summary)).levelSum, 5);
    });

    test('without history nothing is recorded', async () => {
      const [caller] = (await signUp('off')) as [Caller];
      const { store: off } = await openStore(database.address, {
        ...{ create: false, migrate: false, keepsHistory: false },
      });
      const by = { caller, at: NOW, accountId: 'off', studentUid: '1' };
      const written = await off.writeStudent(by, recruited, undefined);
      await off.close();
      assert.ok(written);
      assert.equal(written.change, undefined);
      for (const table of ['history', 'change_group', 'student_change', 'roster_snapshot'])
        assert.deepEqual(await rowsOf(table, 'off', '1'), [], table);
    });
  });
