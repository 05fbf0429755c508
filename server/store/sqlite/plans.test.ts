import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, newDatabase, query } from '../../../test/database.ts';
import { DATABASE_STATEMENTS } from '../../../test/database-statements.ts';
import { openStore } from '../open-store.ts';
import { READS, WRITES } from './sqlite-statements.ts';

/** Returns a whole table, for a command only, or is run in the background. */
const FULL_SCANS = ['listAccounts', 'listInvites'];
const isFullScan = (name: string) => FULL_SCANS.includes(name) || name.startsWith('deleteExpired');
/** Tables of at most one row; SQLite calls a row of values "CONSTANT". */
const ONE_ROW_TABLES = ['catalogue', 'catalogue_days', 'portrait_fetch', 'CONSTANT'];
/** A row for each thing that is fetched. */
const SMALL_TABLES = [...ONE_ROW_TABLES, 'fetch_choice'];

let database: Database;
before(async () => {
  database = await newDatabase('sqlite');
  await (await openStore(database.address, { create: true, migrate: true })).store.close();
});
after(() => database.remove());

async function scannedTables(sql: string): Promise<string[]> {
  const plan = await query(database.address, `EXPLAIN QUERY PLAN ${sql}`);
  const find = (pattern: RegExp) => plan.flatMap(({ detail }) => pattern.exec(String(detail))?.[1] ?? []);
  // What a query in the query reads stands in the plan as well.
  const inner = find(/^(?:CO-ROUTINE|MATERIALIZE) (\w+)$/);
  return find(/^SCAN (\w+)\b(?! VIRTUAL)/).filter((name) => ![...SMALL_TABLES, ...inner].includes(name));
}

test('the query plan of SQLite shows a full table scan', async () =>
  assert.deepEqual(await scannedTables('SELECT 1 FROM account WHERE name = ?'), ['account']));

const fastPath = Object.entries({ ...READS, ...WRITES });
const generalDoor = DATABASE_STATEMENTS.map(({ name, text }) => [name, text.replaceAll('$', '?')] as const);

test('no two statements of the general door share a name', () => {
  const names = DATABASE_STATEMENTS.map(({ name }) => name);
  assert.ok(names.length > 50, `${names.length}`);
  assert.deepEqual([...new Set(names)], names);
});

for (const [name, sql] of [...fastPath, ...generalDoor])
  test(`${name} scans no table on SQLite`, { skip: isFullScan(name) }, async () =>
    assert.deepEqual(await scannedTables(sql), []),
  );
