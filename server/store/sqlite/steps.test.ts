import assert from 'node:assert/strict';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { type Database, newDatabase, query } from '../../../test/database.ts';
import {
  CHANGES,
  digestOf,
  FULL_ACCOUNT as FULL,
  fillAccounts,
  NOW,
  studentUid,
} from '../../../test/full-account.ts';
import { ACCOUNT_STATEMENTS, type StatementCall } from '../../../test/statement-calls.ts';
import { MAX_OPEN_GROUPS } from '../history-entry.ts';
import { openStore } from '../open-store.ts';
import { toStoredStudent } from '../stored-student.ts';
import { openDatabase } from './open-database.ts';
import { READS, WRITES } from './sqlite-statements.ts';

/**
 * SQLite counts no rows but the steps of its virtual machine. A row that is read and left out takes 4 at least, so that
 * a statement reads 17 rows at most for each one that it answers with, changes or is given.
 */
const MAX_STEPS_PER_ROW = 70;
/** What a statement takes whatever it reads: most of it for the columns of a student. */
const STEPS_PER_STATEMENT = 400;
/** What node:sqlite has, and its types do not yet. */
type CountedStatement = StatementSync & { stat(counter: 'vmStep'): number };

const recorded = (uid: string) => [1, toStoredStudent(uid, { tier: 1, weaponTier: 0 }).json];
const { json } = toStoredStudent(studentUid(2), { tier: 1, weaponTier: 0 });
const operator = ['operator', '', NOW];
const key = ['key', `${FULL} 0`, NOW];
const FAST_CALLS: Partial<Record<keyof (typeof READS & typeof WRITES), StatementCall>> = {
  findKey: { values: [FULL, digestOf(FULL, 'key', 0)] },
  readStudent: { values: [FULL, studentUid(1)] },
  listStudents: { values: [FULL, '', 101] },
  insertRecord: { values: [FULL, 'new', ...operator, null, ...recorded('new')] },
  updateRecord: { values: [FULL, studentUid(2), ...key, json, ...recorded(studentUid(2))] },
  removeRecord: { values: [FULL, studentUid(2), ...key, json] },
  takeChangeNumber: { values: [FULL] },
  extendChangeGroup: { values: [FULL, CHANGES + 1, NOW, 'console', '', null], given: MAX_OPEN_GROUPS },
  insertChangeGroup: { values: [FULL, CHANGES + 1, NOW, 'console', '', null] },
  insertChange: { values: [FULL, CHANGES + 1, CHANGES + 1, NOW, studentUid(1), 'changed', '{}'] },
  findAccount: { values: [FULL] },
};
const CALLS = [
  ...Object.entries({ ...READS, ...WRITES }).flatMap(([name, sql]) => {
    const call = FAST_CALLS[name as keyof typeof FAST_CALLS];
    return call === undefined ? [] : [{ name, sql: sql as string, call }];
  }),
  ...ACCOUNT_STATEMENTS.map(({ statement: { name, text }, call }) => ({
    ...{ name, sql: text.replaceAll('$', '?'), call },
  })),
];

let database: Database;
before(async () => {
  database = await newDatabase('sqlite');
  await (await openStore(database.address, { create: true, migrate: true })).store.close();
  await fillAccounts(database.address);
});
after(() => database?.remove());

/** Executes the statement, and takes back what it has changed. */
function count(connection: DatabaseSync, sql: string, values: readonly SQLInputValue[]) {
  const statement = connection.prepare(sql) as CountedStatement;
  connection.exec('BEGIN');
  try {
    const isRead = statement.columns().length > 0;
    const rows = isRead ? statement.all(...values).length : Number(statement.run(...values).changes);
    return { rows, steps: statement.stat('vmStep') };
  } finally {
    connection.exec('ROLLBACK');
  }
}

const countRows = (connection: DatabaseSync, tables: readonly string[] = []): number =>
  tables.reduce((sum, table) => {
    const row = connection.prepare(`SELECT count(*) AS rows FROM ${table} WHERE account_id = ?`).get(FULL);
    return sum + Number(row?.rows);
  }, 0);

/** Null if the statement takes no more steps than the rows explain. */
function tooManySteps(sql: string, { values, given = 0, wholeTables }: StatementCall): string | null {
  const connection = openDatabase(database.address.slice('sqlite:'.length));
  try {
    const { rows, steps } = count(connection, sql, values);
    const most =
      STEPS_PER_STATEMENT + MAX_STEPS_PER_ROW * (rows + given + countRows(connection, wholeTables));
    return steps <= most ? null : `${steps} steps for ${rows} rows, at most ${most}`;
  } finally {
    connection.close();
  }
}

test('tooManySteps finds a statement that reads the history for each of its rows', () => {
  const ofEach = `SELECT (SELECT max(s.at) FROM student_change AS s WHERE s.account_id = ?1 AND s.at <= c.at)
    FROM student_change AS c WHERE c.account_id = ?1 AND c.number <= 10`;
  assert.match(String(tooManySteps(ofEach, { values: [FULL] })), /^\d{6,} steps for 10 rows/);
});

for (const [statistics, sql] of [
  ['without statistics', ''],
  ['with statistics', 'ANALYZE'],
  // As of a server where few accounts spend, and those much at once.
  [
    'with statistics that speak against the index of what was spent',
    `UPDATE sqlite_stat1 SET stat = '20000 20000 2000 2000' WHERE idx = 'student_change_spent';
      UPDATE sqlite_stat1 SET stat = '2000000 20 1' WHERE tbl = 'student_change' AND idx = 'student_change'`,
  ],
] as const)
  describe(`on SQLite ${statistics}`, () => {
    before(async () => {
      for (const statement of sql.split(';').filter(Boolean)) await query(database.address, statement);
    });

    for (const { name, sql, call } of CALLS)
      test(`${name} reads what it answers, on SQLite ${statistics}`, () => {
        assert.ok(call, 'test/statement-calls.ts has no call of it');
        assert.equal(tooManySteps(sql, call), null);
      });
  });
