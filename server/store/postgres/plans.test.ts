import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_STATEMENTS, explain, explainNested } from '../../../test/postgres/query-plans.ts';
import { type OpenStore, openStore } from '../../../test/postgres/test-store.ts';
import { toStoredStudent } from '../stored-student.ts';
import { WRITES } from './postgres-statements.ts';

/** Returns a whole table, for a command only, or is run in the background. */
const FULL_SCANS = ['listAccounts', 'listInvites', 'deleteEndedWindows', 'readLastNumbers'];
const isFullScan = (name: string) => FULL_SCANS.includes(name) || name.startsWith('deleteExpired');
/** Tables of a few rows at most. */
const SMALL_TABLES = [
  'catalogue',
  'catalogue_days',
  'catalogue_source',
  'fetch_choice',
  'portrait_fetch',
  'setup_link',
  'server_secret',
  'expiry_sweep',
  'migration',
];

/** What `fill` stores of each student. */
const RECORD = toStoredStudent('10050', { tier: 1, weaponTier: 0 }).json;

const fill = async ({ direct }: OpenStore) => {
  await direct(`INSERT INTO account (account_id, name, status, created_at)
    SELECT 'full ' || n, '', 'active', n FROM generate_series(1, 2000) AS n`);
  await direct(`INSERT INTO api_key (key_id, account_id, name, permission, digest, shown, issued_at, expires_at)
    SELECT 'key ' || n, 'full ' || n, '', 'read', 'digest ' || n, '', 0, 0 FROM generate_series(1, 2000) AS n`);
  await direct(`INSERT INTO request_window (account_id, counted, used, ends_at)
    SELECT 'full ' || n, 'write', 1, 0 FROM generate_series(1, 2000) AS n`);
  await direct(`INSERT INTO student_record (account_id, student_uid, tier, body)
    SELECT 'full ' || a, (10000 + s)::text, 1, replace('${RECORD}', '10050', (10000 + s)::text)
    FROM generate_series(1, 200) AS a, generate_series(1, 100) AS s`);
  const digest = "lpad(n::text, 64, '0')";
  for (const [table, row] of Object.entries({
    account_lookup: `${digest}, 'full ' || n`,
    passkey: "'passkey ' || n, 'full ' || n, '', 'key', 0, '', 0, 0",
    console_session: `${digest}, 'full ' || n, 'passkey', 0, 0, 0`,
    recovery_code: `${digest}, 'full ' || n`,
    used_challenge: `${digest}, 0`,
    invite: `'invite ' || n, ${digest}, 1, 1, 0, 0, NULL, 'full ' || n`,
    app_request: `${digest}, '', '', 'roster:read', lpad(n::text, 43, '0'), NULL, NULL, 0, 0, 5`,
    account_link: `'full ' || n, ${digest}, 0, 'full ' || n`,
    share_link: "'full ' || n, 'link', repeat('t', 22), '{}', 0",
    board: "'full ' || n, 'one', 'token', 'join', '', '[]', 0",
    proposal: "'full ' || n, 'one', 'key ' || n, '', 'open', 0, NULL, 1, NULL, '', '[]'",
    growth_goal: "'full ' || n, '10000', '{}'",
    stock: "'full ' || n, 'credits', 1",
    history: "'full ' || n, 1, 2",
    change_group: "'full ' || n, 1, 1, 0, 0, 'console', '', '', NULL",
    student_change: "'full ' || n, 1, 1, 0, '10000', 'changed', '{}'",
    roster_snapshot: "'full ' || n, '2026-11-24', 0, '{}', ''",
    'activity (account_id, at, kind, detail)': "'full ' || n, 0, 'signed-in', ''",
  }))
    await direct(`INSERT INTO ${table} SELECT ${row} FROM generate_series(1, 2000) AS n`);
  await direct('ANALYZE');
};
// A partition of 125 rows is scanned.
const fixture = openStore(fill, { isEmpty: true });

async function scannedTables(text: string): Promise<string[]> {
  const nodes = await explain(fixture.address, text);
  return nodes
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] as string)
    .filter((table) => !SMALL_TABLES.includes(table));
}

test('scannedTables finds a sequential scan', async () =>
  assert.deepEqual(await scannedTables('SELECT 1 FROM account WHERE name = $1'), ['account']));

for (const [kind, uid, expected] of [
  ['insert', '10200', null],
  ['update', '10050', RECORD],
  ['remove', '10050', RECORD],
] as const)
  test(`the ${kind} of a record by a key uses an index for every large table`, async () => {
    const { nodes, answer } = await explainNested(fixture.address, WRITES.writeRecord.text, [
      ...['full 7', uid, 'key', 'key 7', -1, null, 'changed', '{}', kind, expected],
      RECORD.replace('10050', uid),
    ]);
    assert.notEqual(answer.numbers, null);
    const tables = nodes.map((node) => node['Relation Name']);
    assert.ok(tables.includes('student_record') && tables.includes('change_group'), String(tables));
    assert.deepEqual(
      nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']),
      kind === 'insert' ? ['catalogue'] : [],
    );
  });

for (const { name, text } of ALL_STATEMENTS)
  test(`the statement ${name} uses an index for every large table`, { skip: isFullScan(name) }, async () =>
    assert.deepEqual(await scannedTables(text), []),
  );
