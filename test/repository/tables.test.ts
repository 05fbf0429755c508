import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { CAPABILITIES, TABLES } from '../../server/capabilities.ts';
import { NOT_COPIED } from '../../server/store/copy-from-sqlite.ts';
import { openStore } from '../../server/store/open-store.ts';
import { DISTRIBUTED_OTHERWISE } from '../../server/store/postgres/inspect-postgres.ts';
import type { Table } from '../../server/store/table.ts';
import { ENGINES, newDatabase, query } from '../database.ts';
import { PARTITIONED_TABLES } from '../postgres/partition.ts';

const ROOT = join(import.meta.dirname, '../..');
/** PostgreSQL counts requests in the database. */
const POSTGRES_ONLY = ['request_window'];

const named = (is: (table: Table) => boolean): string[] =>
  Object.entries(TABLES)
    .filter(([name, table]) => is(table) && !POSTGRES_ONLY.includes(name))
    .map(([name]) => name)
    .sort();

/** The tables of the schema that name the account, and those whose rows end with it. */
let ofAccounts: string[];
let ending: string[];
before(async () => {
  const database = await newDatabase('sqlite');
  await (await openStore(database.address, { create: true, migrate: true })).store.close();
  const list = async (from: string) => {
    const rows = await query(database.address, `SELECT DISTINCT t.name FROM sqlite_schema AS t${from}`);
    return rows.map(({ name }) => String(name)).sort();
  };
  const ofTables = "t.type = 'table' AND t.name NOT LIKE 'sqlite_%'";
  ofAccounts = await list(
    `, pragma_table_info(t.name) AS c WHERE ${ofTables} AND c.name = 'account_id' AND t.name <> 'account'`,
  );
  ending = await list(
    `, pragma_foreign_key_list(t.name) AS f WHERE ${ofTables} AND f."table" = 'account' AND f.on_delete = 'CASCADE'`,
  );
  await database.remove();
});

test('each capability is in the list, and each table belongs to one', () => {
  const folders = globSync('server/*/capability.ts', { cwd: ROOT }).length;
  // The operator's page is there only where something is fetched.
  assert.equal(CAPABILITIES.length, folders - 1);
  const owned = CAPABILITIES.flatMap((capability) => Object.keys(capability.tables ?? {}));
  assert.deepEqual(owned, [...new Set(owned)]);
});

for (const engine of ENGINES)
  test(`the tables on ${engine} are those of the capabilities`, async () => {
    const database = await newDatabase(engine);
    await (await openStore(database.address, { create: true, migrate: true })).store.close();
    const ofPostgres = 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()';
    const ofSqlite = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    const rows = await query(database.address, engine === 'sqlite' ? ofSqlite : ofPostgres);
    await database.remove();
    assert.deepEqual(
      rows.map(({ name }) => String(name)).sort(),
      Object.keys(TABLES)
        .filter((name) => engine !== 'sqlite' || !POSTGRES_ONLY.includes(name))
        .sort(),
    );
  });

test('each table of an account says what its file has of it, and its rows end as it says', () => {
  assert.deepEqual(
    named(({ ofAccount }) => ofAccount !== undefined),
    ofAccounts,
  );
  assert.deepEqual(
    named(({ ofAccount }) => ofAccount?.end === 'with-it'),
    ending,
  );
  const byThemselves = named(({ ofAccount }) => ofAccount?.end === 'by-themselves');
  assert.deepEqual(byThemselves, ['app_request', 'challenge']);
});

test('the copy to PostgreSQL brings each table that is not said to stay', () => {
  assert.deepEqual(
    named(({ isCopied }) => isCopied === false),
    [...NOT_COPIED].sort(),
  );
});

test('distribute.sql and doctor know each table that is found by a column of its own', () => {
  const found = named(({ foundBy }) => foundBy !== undefined);
  const sql = readFileSync(join(ROOT, 'ops/postgres/distribute.sql'), 'utf8');
  const [, json = ''] = /found_by_own_key CONSTANT jsonb := '([^']+)'/.exec(sql) ?? [];
  assert.deepEqual(JSON.parse(json), Object.fromEntries(found.map((name) => [name, TABLES[name]?.foundBy])));
  assert.deepEqual([...DISTRIBUTED_OTHERWISE].sort(), [...found, 'catalogue'].sort());
});

test('partition.sql partitions tables of accounts, whose rows end with them', () => {
  for (const table of PARTITIONED_TABLES) assert.equal(TABLES[table]?.ofAccount?.end, 'with-it', table);
});
