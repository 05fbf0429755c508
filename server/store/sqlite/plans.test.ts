import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, newDatabase, query } from '../../../test/database.ts';
import { openStore } from '../open-store.ts';
import { READS, WRITES } from './sqlite-statements.ts';

/** Their answer is a whole table; only a command asks them. */
const WHOLE = ['listAccounts'];
/** One row, or none; a row of values is "CONSTANT". */
const SMALL = ['catalogue', 'epoch', 'CONSTANT'];

let database: Database;
before(async () => {
  database = await newDatabase('sqlite');
  await (await openStore(database.address, { create: true, migrate: true })).store.close();
});
after(() => database.remove());

async function scannedBy(sql: string): Promise<string[]> {
  const plan = await query(database.address, `EXPLAIN QUERY PLAN ${sql}`);
  return plan
    .flatMap(({ detail }) => /^SCAN (\w+)\b(?! VIRTUAL)/.exec(String(detail))?.[1] ?? [])
    .filter((table) => !SMALL.includes(table));
}

test('the plan of SQLite shows a scan of a table', async () =>
  assert.deepEqual(await scannedBy('SELECT 1 FROM account WHERE name = ?'), ['account']));

for (const [name, sql] of Object.entries({ ...READS, ...WRITES }))
  test(`${name} reads no table from end to end on SQLite`, { skip: WHOLE.includes(name) }, async () =>
    assert.deepEqual(await scannedBy(sql), []),
  );
