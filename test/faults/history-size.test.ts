import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MAX_HISTORY_BYTES } from '../../contract/history.ts';
import { MAX_DISPLAY_NAME_LENGTH } from '../../contract/limits.ts';
import { type GrowthState, STATE_FIELDS, STATE_NAMES } from '../../contract/state-fields.ts';
import { generateId } from '../../server/secrets.ts';
import { type Caller, OPERATOR } from '../../server/store/caller.ts';
import { openStore } from '../../server/store/open-store.ts';
import type { Store } from '../../server/store/store.ts';
import type { StoredStudent, WrittenStudent } from '../../server/store/stored-student.ts';
import { addAccount } from '../add-account.ts';
import { type Database, ENGINES, newDatabase, query } from '../database.ts';
import { issueStored } from '../key-changes.ts';
import { until } from '../until.ts';

const CHANGES = 4_000;
const STUDENTS = 200;
const MAX_BYTES_PER_CHANGE = 300;
const MAX_BYTES_PER_GROUP = 200;
const TABLES = ['history', 'change_group', 'student_change'];
const NOW = Date.parse('2026-11-24T00:00:00Z');
const MAXED = { tier: 5, weaponTier: 4 } as const;
/** More than is kept of changes that are as large as can be. */
const LARGE_CHANGES = 6_000;

const OTHER_TRANSACTIONS = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xmin IS NOT NULL`;

/** With its indexes, and without the space of old versions of rows, which later ones take. */
async function sizeOf(address: string, table: string): Promise<number> {
  if (address.startsWith('postgres')) {
    // One that began before, such as that of a trim, keeps the old versions from VACUUM.
    const isAlone = async () => (await query(address, OTHER_TRANSACTIONS)).length === 0;
    await until('no other transaction is under way', isAlone);
    await query(address, `VACUUM FULL ${table}`);
    const [row] = await query(address, `SELECT pg_total_relation_size('${table}')::int AS bytes`);
    return Number(row?.bytes);
  }
  const [row] = await query(
    address,
    `SELECT sum(pgsize) AS bytes FROM dbstat JOIN sqlite_schema USING (name) WHERE tbl_name = ?`,
    [table],
  );
  return Number(row?.bytes);
}

async function sizesOf(address: string): Promise<number[]> {
  const sizes: number[] = [];
  for (const table of TABLES) sizes.push(await sizeOf(address, table));
  return sizes;
}

/** Every field has its longest value, or all that can are null: the changes between the two are the longest. */
const longest = (round: number): Partial<GrowthState> =>
  Object.fromEntries(
    STATE_NAMES.map((name) => {
      const { max, nullable } = STATE_FIELDS[name];
      if (round % 2 === 0) return [name, max];
      return [name, nullable ? null : max - 4 + Number(name === 'tier')];
    }),
  );

/** The longest names and values that a change of four fields can have. */
const grown = (round: number): Partial<GrowthState> => ({
  ...MAXED,
  ...{ skillNormal: 10 - (round % 2), skillEnhanced: 10 - (round % 2) },
  ...{ bond: 100 - (round % 2), bondExp: 240_225 - 2 * (round % 2) },
});

/** Writes that wait for others of their account longer than a few seconds are refused: fewer at once do not. */
const AT_ONCE = 25;

async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE)
    results.push(
      ...(await Promise.all(items.slice(start, start + AT_ONCE).map((item, i) => map(item, start + i)))),
    );
  return results;
}

for (const engine of ENGINES)
  describe(`the size of history on ${engine}`, () => {
    let database: Database;
    let store: Store;
    before(async () => {
      database = await newDatabase(engine, { isEmpty: true });
      ({ store } = await openStore(database.address, { create: true, migrate: true }));
    });
    after(async () => {
      await store?.close();
      await database?.remove();
    });

    async function signUp(keyName = '유즈트렌드'): Promise<{ accountId: string; caller: Caller }> {
      const [accountId, keyId] = [generateId('acc'), generateId('key')];
      await addAccount(store, accountId, { name: '선생님', createdAt: NOW });
      await issueStored(
        store.database,
        OPERATOR,
        {
          ...{ keyId, accountId, name: keyName, permission: 'write', areas: null, shown: 'rb' },
          ...{ issuedAt: NOW, expiresAt: NOW + 1e12, revokedAt: null, lastUsedAt: null },
        },
        keyId,
        { at: NOW, kind: 'key-issued', detail: '' },
      );
      return { accountId, caller: { kind: 'key', id: keyId } };
    }

    /** What a change adds to each table, in bytes. */
    async function measureChanges(gapMs: number): Promise<number[]> {
      const { accountId, caller } = await signUp();
      const write = (i: number, at: number, growth: Partial<GrowthState>, expected?: StoredStudent) =>
        store.writeStudent({ caller, at, accountId, studentUid: `${10_000 + i}` }, growth, expected);
      let records = await mapInTurns(Array.from({ length: STUDENTS }), (_, i) => write(i, NOW, grown(0)));
      const sizes = () => sizesOf(database.address);
      const sizesBefore = await sizes();
      for (let round = 1; round <= CHANGES / STUDENTS; round += 1)
        records = await mapInTurns(records, (record, i) =>
          write(i, NOW + (round * STUDENTS + i) * gapMs, grown(round), record),
        );
      assert.ok(records.every((record) => record?.change));
      return (await sizes()).map((size, i) => (size - (sizesBefore[i] ?? 0)) / CHANGES);
    }

    /** Again where it is more: dead rows stay while a transaction beside holds them, such as autovacuum's. */
    async function measureWithin(limit: number, gapMs: number): Promise<number[]> {
      let bytes = await measureChanges(gapMs);
      for (let attempt = 1; attempt < 3 && sum(bytes) > limit; attempt += 1)
        bytes = await measureChanges(gapMs);
      return bytes;
    }

    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const describeBytes = (bytes: readonly number[]) =>
      TABLES.map((table, i) => `${table} ${Math.ceil(bytes[i] ?? 0)}`).join(', ');

    test(`changes of four fields take at most ${MAX_BYTES_PER_CHANGE} bytes each, with their groups and indexes`, async (t) => {
      const bytes = await measureWithin(MAX_BYTES_PER_CHANGE, 1_000);
      t.diagnostic(describeBytes(bytes));
      assert.ok(sum(bytes) <= MAX_BYTES_PER_CHANGE, describeBytes(bytes));
    });

    test(`a change that is a group of its own takes at most ${MAX_BYTES_PER_GROUP} bytes more`, async (t) => {
      const bytes = await measureWithin(MAX_BYTES_PER_CHANGE + MAX_BYTES_PER_GROUP, 120_000);
      t.diagnostic(describeBytes(bytes));
      assert.ok(sum(bytes) <= MAX_BYTES_PER_CHANGE + MAX_BYTES_PER_GROUP, describeBytes(bytes));
    });

    test(`an account’s history takes at most ${MAX_HISTORY_BYTES / 1e6} MB, also of the largest changes, each a group`, async (t) => {
      const { accountId, caller } = await signUp('🍰'.repeat(MAX_DISPLAY_NAME_LENGTH));
      const sizes = () => sizesOf(database.address);
      const sizesBefore = await sizes();
      let records: (WrittenStudent | undefined)[] = Array.from({ length: STUDENTS });
      for (let round = 0; round < LARGE_CHANGES / STUDENTS; round += 1)
        records = await mapInTurns(records, (record, i) => {
          const operation = `${round}-${i}`.padEnd(64, '_');
          const write = {
            caller,
            operation,
            at: NOW + round,
            accountId,
            studentUid: `${10_000 + i}`,
          };
          return store.writeStudent(write, longest(round), record);
        });
      assert.ok(records.every((record) => record?.change));
      const growth = async () => (await sizes()).map((size, i) => size - (sizesBefore[i] ?? 0));
      await until('the oldest changes are deleted', async () => sum(await growth()) <= MAX_HISTORY_BYTES);
      const grown = await growth();
      t.diagnostic(TABLES.map((table, i) => `${table} ${grown[i]}`).join(', '));
      assert.ok(sum(grown) > MAX_HISTORY_BYTES * 0.7, 'less is kept than may be');
    });
  });
