import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STATE_FIELDS, STATE_NAMES } from '../../../contract/state-fields.ts';
import { openStore } from '../../../test/postgres/test-store.ts';
import { toColumnName } from '../columns.ts';
import { COUNTS, PROBE, READS, WRITES } from './postgres-statements.ts';

/** Returns a whole table; only a command runs it. */
const FULL_SCANS = ['listAccounts'];
/** Tables of a few rows at most. */
const SMALL_TABLES = ['catalogue', 'migration'];

const fixture = openStore(async ({ direct }) => {
  const columns = STATE_NAMES.map(toColumnName).join(', ');
  const values = STATE_NAMES.map((name) => (STATE_FIELDS[name].nullable ? 'null' : '1')).join(', ');
  await direct(`INSERT INTO account (account_id, name, status, created_at)
    SELECT 'full ' || n, '', 'active', n FROM generate_series(1, 2000) AS n`);
  await direct(`INSERT INTO api_key (key_id, account_id, name, permission, digest, shown, issued_at, expires_at)
    SELECT 'key ' || n, 'full ' || n, '', 'read', 'digest ' || n, '', 0, 0 FROM generate_series(1, 2000) AS n`);
  await direct(`INSERT INTO request_window (account_id, counted, used, ends_at)
    SELECT 'full ' || n, 'write', 1, now() FROM generate_series(1, 2000) AS n`);
  await direct(`INSERT INTO student_record (account_id, student_uid, ${columns})
    SELECT 'full ' || a, (10000 + s)::text, ${values.replace('1, 1', '1, 0')}
    FROM generate_series(1, 200) AS a, generate_series(1, 100) AS s`);
  await direct('ANALYZE');
});

async function scannedTables(text: string): Promise<string[]> {
  const plan = JSON.stringify(await fixture.direct(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`));
  return [...plan.matchAll(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g)]
    .map(([, table]) => table as string)
    .filter((table) => !SMALL_TABLES.includes(table));
}

test('scannedTables finds a sequential scan', async () =>
  assert.deepEqual(await scannedTables('SELECT 1 FROM account WHERE name = $1'), ['account']));

for (const { name, text } of Object.values({ ...READS, ...COUNTS, ...WRITES, PROBE }))
  test(
    `the statement ${name} uses an index for every large table`,
    { skip: FULL_SCANS.includes(name) },
    async () => assert.deepEqual(await scannedTables(text), []),
  );
