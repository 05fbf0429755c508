import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { addAccount } from '../../../test/add-account.ts';
import { PARTITIONED_TABLES, partition } from '../../../test/postgres/partition.ts';
import { ALL_STATEMENTS, explain } from '../../../test/postgres/query-plans.ts';
import { openStore } from '../../../test/postgres/test-store.ts';
import { STATEMENTS } from '../../accounts/delete-account.ts';
import { deleteExpired } from '../../expiry-sweep.ts';
import { toStoredStudent } from '../stored-student.ts';
import { CONSUME_WINDOW, READS, WRITES } from './postgres-statements.ts';

/** Asks all accounts: an import of a catalogue, what looks for old rows and new changes in the background, the operator's list, and the end of an operator's right. */
const SPAN_ACCOUNTS = [
  ...['recordedAmong', 'anyRecorded'],
  ...[
    'deleteEndedWindows',
    'listOldGroups',
    'readChangeTime',
    'listOldSnapshots',
    'deleteExpiredSessions',
    'deleteExpiredLinks',
    'deleteExpiredProposed',
    'deleteExpiredProposedOfKeys',
    'deleteExpiredProposals',
    'deleteLinksMadeBy',
  ],
  ...['listOperatedAccounts', 'findOperatedAccount', 'readLastNumbers'],
];
const ACCOUNT = 'account 1';
const RECORD = toStoredStudent('10000', { tier: 5, weaponTier: 0, bond: 20 }).json;
const NAMES = PARTITIONED_TABLES.map((table) => `'${table}'`).join(', ');

/** What later migrations and other programs rely on. */
const DESCRIBE_TABLES = `SELECT relname AS table, conname AS name, pg_get_constraintdef(k.oid) AS definition
    FROM pg_class AS c JOIN pg_constraint AS k ON conrelid = c.oid WHERE relname IN (${NAMES})
  UNION ALL SELECT tablename, indexname, replace(indexdef, ' ON ONLY ', ' ON ') FROM pg_indexes
    WHERE tablename IN (${NAMES})
  UNION ALL SELECT table_name, column_name, concat_ws(' ',
    row_number() OVER (PARTITION BY table_name ORDER BY ordinal_position), data_type, collation_name, is_nullable,
    generation_expression) FROM information_schema.columns WHERE table_name IN (${NAMES})
  UNION ALL SELECT relname, relowner::regrole::text, relacl::text FROM pg_class WHERE relname IN (${NAMES})
  ORDER BY 1, 2, 3`;
const READ_ROWS = `${PARTITIONED_TABLES.map(
  (table) => `SELECT '${table}' AS table, to_jsonb(t) AS row FROM ${table} AS t`,
).join(' UNION ALL ')} ORDER BY 1, 2`;

let before: unknown[];
let refusal: string;
let partitionNumber: string;
const fixture = openStore(
  async ({ direct, address, store }) => {
    for (let n = 1; n <= 40; n += 1) await addAccount(store, `account ${n}`);
    for (const [table, columns, values] of [
      ['student_record', 'student_uid, tier, body', `'10000', 5, '${RECORD}'`],
      ['request_window', 'counted, used, ends_at', "'write', 1, 9e12::bigint"],
      ['growth_goal', 'student_uid, goal', "'10000', '{}'"],
      ['stock', 'item_id, amount', "'credits', 1"],
      ['share_link', 'share_id, token, settings, created_at', "'link', repeat('t', 22), '{}', 0"],
      ['board', 'board_id, token, join_token, name, created_at', "'one', 'token', 'join', '', 0"],
      [
        'proposal',
        'proposal_id, key_id, key_name, status, created_at, student_count, note',
        "'one', 'key', '', 'open', 0, 1, ''",
      ],
      ['history', 'last_number, next_number', '1, 2'],
      [
        'change_group',
        'number, last_number, started_at, last_at, by_kind, by_id, by_name',
        "1, 1, 0, 0, 'console', '', ''",
      ],
      [
        'student_change',
        'number, group_number, at, student_uid, kind, fields',
        "1, 1, 0, '10000', 'changed', '{}'",
      ],
      ['roster_snapshot', 'day, taken_at, summary, states', "'2026-11-24', 0, '{}', ''"],
      ['console_session', 'digest, origin, created_at, used_at', "repeat('a', 64), 'passkey', 0, 0"],
      ['account_link', 'digest, expires_at', "repeat('a', 64), 0"],
      [
        'passkey',
        'credential_id, name, public_key, sign_count, transports, created_at',
        "'one', '', 'key', 0, '', 0",
      ],
      ['recovery_code', 'digest', "repeat('b', 64)"],
    ])
      await direct(`INSERT INTO ${table} (account_id, ${columns}) SELECT account_id, ${values} FROM account`);
    await direct('GRANT SELECT ON stock TO PUBLIC');
    const describe = async () => [await direct(DESCRIBE_TABLES), await direct(READ_ROWS)];
    before = await describe();
    await direct(
      'CREATE TRIGGER own BEFORE UPDATE ON stock EXECUTE FUNCTION suppress_redundant_updates_trigger()',
    );
    refusal = await partition(address).then(String, String);
    assert.deepEqual(await describe(), before);
    await direct('DROP TRIGGER own ON stock');
    await partition(address);
    const [row] = await direct(
      `SELECT substring(tableoid::regclass::text FROM '\\d+$') AS number FROM stock WHERE account_id = '${ACCOUNT}'`,
    );
    partitionNumber = row?.number as string;
  },
  { isEmpty: true },
);

test('partition.sql partitions every table whose primary key begins with the account, but those with another unique key or numbers', async () => {
  const rows = await fixture.direct(`SELECT indrelid::regclass::text AS table FROM pg_index
    JOIN pg_class AS c ON c.oid = indrelid
    JOIN pg_attribute AS a ON a.attrelid = indrelid AND a.attnum = indkey[0] AND a.attname = 'account_id'
    WHERE indisprimary AND NOT relispartition AND relname <> 'account'
      AND NOT EXISTS (SELECT FROM pg_index AS other WHERE other.indrelid = c.oid AND indisunique AND NOT indisprimary)
      AND NOT EXISTS (SELECT FROM pg_attribute AS other WHERE other.attrelid = c.oid AND attidentity <> '')
    ORDER BY 1`);
  assert.deepEqual(
    rows.map(({ table }) => table),
    [...PARTITIONED_TABLES].sort(),
  );
});

test('partition.sql partitions a table that a later migration brings', async () => {
  const { direct, address } = fixture;
  await direct(`CREATE TABLE note (account_id text COLLATE "C" REFERENCES account ON DELETE CASCADE,
    note_id text, PRIMARY KEY (account_id, note_id))`);
  await direct(`INSERT INTO note (account_id, note_id) VALUES ('${ACCOUNT}', 'one')`);
  await partition(address);
  const kinds = await direct("SELECT relkind FROM pg_class WHERE relname = 'note'");
  assert.deepEqual(
    [kinds, await direct('SELECT note_id FROM note')],
    [[{ relkind: 'p' }], [{ note_id: 'one' }]],
  );
  await direct('DROP TABLE note');
});

test('partition.sql keeps rows, columns, keys, indexes, grants and their names', async () => {
  assert.deepEqual([await fixture.direct(DESCRIBE_TABLES), await fixture.direct(READ_ROWS)], before);
});

test('partition.sql keeps the rate-limit windows out of the write-ahead log and space for updates in each partition', async () => {
  assert.deepEqual(
    await fixture.direct(`SELECT relpersistence AS persistence, reloptions AS options, count(*)::int AS count FROM pg_class
      WHERE relispartition AND relkind = 'r' GROUP BY 1, 2 ORDER BY 1, 2`),
    [
      { persistence: 'p', options: ['fillfactor=80'], count: 48 },
      { persistence: 'p', options: null, count: 176 },
      { persistence: 'u', options: ['fillfactor=50'], count: 16 },
    ],
  );
});

test('partition.sql refuses tables that are partitioned or have triggers, and changes nothing then', async () => {
  assert.match(refusal, /stock has triggers/);
  await assert.rejects(partition(fixture.address), /student_record is partitioned already/);
});

const tablesRead = (text: string): string[] =>
  [...text.matchAll(/\b(?:FROM|JOIN|UPDATE|USING)\s+(\w+)/g)]
    .map(([, table]) => table as string)
    .filter((table) => PARTITIONED_TABLES.includes(table));

async function readPartitions(text: string, mode: string): Promise<string[]> {
  const plan = await explain(fixture.address, text, { accountId: ACCOUNT, mode });
  const relations = plan.map((node) => node['Relation Name'] ?? '');
  return [...new Set(relations.filter((relation) => /_\d+$/.test(relation)))].sort();
}

for (const { name, text } of ALL_STATEMENTS)
  if (tablesRead(text).length > 0 && !SPAN_ACCOUNTS.includes(name))
    test(`the statement ${name} reads one partition of each table, that of its account`, async () => {
      const expected = [...new Set(tablesRead(text))].map((table) => `${table}_${partitionNumber}`).sort();
      for (const mode of ['force_generic_plan', 'force_custom_plan'])
        assert.deepEqual(await readPartitions(text, mode), expected, mode);
    });

test('readPartitions finds every partition that a statement without an account reads', async () =>
  assert.equal((await readPartitions(READS.recordedAmong.text, 'force_generic_plan')).length, 16));

/** EXPLAIN shows neither where a row is inserted nor what a foreign key deletes; locks do. */
async function lockedPartitions(text: string, values: unknown[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: fixture.address });
  await client.connect();
  try {
    await client.query('SET plan_cache_mode = force_custom_plan; BEGIN');
    assert.equal((await client.query(text, values)).rowCount, 1);
    const { rows } = await client.query(`SELECT DISTINCT relname AS partition FROM pg_locks
      JOIN pg_class AS c ON c.oid = relation WHERE pid = pg_backend_pid() AND relispartition AND relkind = 'r' ORDER BY 1`);
    return rows.map(({ partition: name }) => name);
  } finally {
    await client.end();
  }
}

for (const [what, { text }, tables, values] of [
  ['a count', CONSUME_WINDOW, ['request_window'], [ACCOUNT, 'read', 60, 60_000]],
  ...(['insert', 'update', 'remove'] as const).map(
    (kind) =>
      [
        `the ${kind} of a record`,
        WRITES.writeRecord,
        ['student_record', 'history', 'change_group', 'student_change'],
        [
          ...[ACCOUNT, kind === 'insert' ? '10001' : '10000', 'operator', '', 0, null, 'changed', '{}'],
          ...(kind === 'insert' ? [kind, null, RECORD.replace('10000', '10001')] : [kind, RECORD, RECORD]),
        ],
      ] as const,
  ),
  [
    'the deletion of an account',
    STATEMENTS.deleteAccount,
    PARTITIONED_TABLES.filter((table) => table !== 'request_window'),
    [ACCOUNT],
  ],
] as const)
  test(`${what} writes to one partition of each table, that of its account`, async () =>
    assert.deepEqual(
      await lockedPartitions(text, [...values]),
      tables.map((table) => `${table}_${partitionNumber}`).sort(),
    ));

test('the deletion of ended windows leaves the windows of other partitions alone', async () => {
  await fixture.direct("UPDATE request_window SET ends_at = 1 WHERE account_id < 'account 3'");
  await deleteExpired(fixture.store, Date.now());
  const [row] = await fixture.direct('SELECT count(*)::int AS count FROM request_window');
  assert.equal(row?.count, 18);
});
