import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { digestOf, FULL_ACCOUNT as FULL, fillAccounts, NOW, studentUid } from '../../../test/full-account.ts';
import { explainNested } from '../../../test/postgres/query-plans.ts';
import { countReads, rowsRead } from '../../../test/postgres/rows-read.ts';
import { type OpenStore, openStore } from '../../../test/postgres/test-store.ts';
import { ACCOUNT_STATEMENTS, type StatementCall } from '../../../test/statement-calls.ts';
import type { Statement } from '../database.ts';
import { MAX_OPEN_GROUPS } from '../history-entry.ts';
import { toStoredStudent } from '../stored-student.ts';
import { CONSUME_WINDOW, LOCK_ACCOUNT, READS, WRITES } from './postgres-statements.ts';

/** For each row that a statement answers with, changes or is given. An entry of an index counts as its row does. */
const MAX_ROWS_READ_PER_ROW = 10;

/**
 * Pages of the history, and the last groups that a write looks at. Without statistics PostgreSQL expects fewer rows of an
 * account than a page has, and sorts all of them; it gathers statistics within a minute.
 */
const SORTED_WITHOUT_STATISTICS = ['exportGroups', 'exportChanges', 'listLastChanges'];

const CALLS: { statement: Statement; call: StatementCall | undefined }[] = [
  { statement: READS.findKey, call: { values: [FULL, digestOf(FULL, 'key', 0)] } },
  { statement: READS.readStudent, call: { values: [FULL, studentUid(1)] } },
  { statement: READS.listStudents, call: { values: [FULL, '', 100], given: 100 } },
  { statement: READS.peekWindow, call: { values: [FULL, 'read', 60_000] } },
  { statement: CONSUME_WINDOW, call: { values: [FULL, 'read', 60, 60_000] } },
  { statement: LOCK_ACCOUNT, call: { values: [FULL] } },
  ...ACCOUNT_STATEMENTS,
];

let client: pg.Client;
// Registered before the fixture, whose own hook then removes the database.
after(() => client?.end());
/** Nothing but the tests gathers statistics. */
const fill = async ({ address, direct }: OpenStore) => {
  for (const { name } of await direct(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  ))
    await direct(`ALTER TABLE ${name} SET (autovacuum_enabled = off)`);
  await fillAccounts(address);
  client = new pg.Client({ connectionString: address });
  await client.connect();
};
const fixture = openStore(fill, { isEmpty: true });

async function countRows(tables: readonly string[]): Promise<number> {
  let sum = 0;
  for (const table of tables) {
    const { rows } = await client.query(`SELECT count(*) FROM ${table} WHERE account_id = $1`, [FULL]);
    sum += Number(rows[0].count);
  }
  return sum;
}

/** Null if the statement reads no more than the rows explain. */
async function tooManyReads(
  statement: Statement,
  { values, given = 0, wholeTables = [] }: StatementCall,
  sortsHistory = false,
): Promise<string | null> {
  const { rows, read } = await countReads(client, statement, values);
  const tables = sortsHistory ? [...wholeTables, 'change_group'] : wholeTables;
  const most = MAX_ROWS_READ_PER_ROW * (1 + rows + given + (await countRows(tables)));
  return read <= most ? null : `${read} rows are read for ${rows}, at most ${most}`;
}

test('tooManyReads finds a statement that reads the history for each of its rows', async () => {
  const text = `SELECT (SELECT max(s.at) FROM student_change AS s WHERE s.account_id = $1 AND s.at <= c.at)
    FROM student_change AS c WHERE c.account_id = $1 AND c.number <= 10`;
  assert.match(
    String(await tooManyReads({ name: 'ofEach', text }, { values: [FULL] })),
    /^\d{6,} rows are read for 10/,
  );
});

for (const [statistics, sql] of [
  ['without statistics', ''],
  ['with statistics', 'ANALYZE'],
] as const)
  describe(`on PostgreSQL ${statistics}`, () => {
    before(() => client.query(sql));

    for (const { statement, call } of CALLS)
      test(`${statement.name} reads what it answers, on PostgreSQL ${statistics}`, async () => {
        assert.ok(call, 'test/statement-calls.ts has no call of it');
        const sortsHistory = sql === '' && SORTED_WITHOUT_STATISTICS.includes(statement.name);
        assert.equal(await tooManyReads(statement, call, sortsHistory), null);
      });

    for (const write of ['update', 'remove'] as const)
      test(`the ${write} of a record by a key reads what it answers, on PostgreSQL ${statistics}`, async () => {
        const [record] = await fixture.direct(
          'SELECT student_uid AS uid, body FROM student_record WHERE account_id = ? AND tier IS NOT NULL LIMIT 1',
          FULL,
        );
        const { nodes, answer } = await explainNested(fixture.address, WRITES.writeRecord.text, [
          ...[FULL, record?.uid, 'key', `${FULL} 0`, NOW, null, 'changed', '{}', write, record?.body],
          toStoredStudent(String(record?.uid), { tier: 2, weaponTier: 0 }).json,
        ]);
        assert.notEqual(answer.numbers, null);
        const read = rowsRead(nodes);
        const sorted = sql === '' ? await countRows(['change_group']) : 0;
        assert.ok(read <= MAX_ROWS_READ_PER_ROW * (MAX_OPEN_GROUPS + sorted), `${read} rows`);
      });
  });
