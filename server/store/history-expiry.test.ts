import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addAccount } from '../../test/add-account.ts';
import { ENGINES, newDatabase, query, type Database as TestDatabase } from '../../test/database.ts';
import { deleteExpired } from '../expiry-sweep.ts';
import { OPERATOR } from './caller.ts';
import { openStore } from './open-store.ts';
import type { Store } from './store.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const START = Date.parse('2026-11-24T12:00:00Z');

for (const engine of ENGINES)
  describe(`the end of history on ${engine}`, () => {
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

    const run = (sql: string) => query(database.address, sql);
    const numbersOf = async (table: string, accountId: string) =>
      (await run(`SELECT number FROM ${table} WHERE account_id = '${accountId}' ORDER BY number`)).map(
        ({ number }) => Number(number),
      );
    const daysOf = async (accountId: string) =>
      (await run(`SELECT day FROM roster_snapshot WHERE account_id = '${accountId}' ORDER BY day`)).map(
        ({ day }) => day,
      );
    const signUp = (accountId: string) => addAccount(store, accountId);

    /** Registers a student: a change with the next number. */
    async function change(accountId: string, studentUid: string, at: number, operation?: string) {
      const write = { caller: OPERATOR, at, accountId, studentUid, operation };
      const written = await store.writeStudent(write, { tier: 3, weaponTier: 0 }, undefined);
      assert.ok(written?.change);
    }

    test('changes end after 90 days, from the oldest on, and with the last of a group the group', async () => {
      await signUp('young');
      await signUp('old');
      await change('old', '1', START, 'bulk-a');
      await change('old', '2', START, 'bulk-b');
      await change('old', '3', START + 10 * MINUTE_MS, 'bulk-a');
      await change('old', '4', START + 12 * MINUTE_MS, 'bulk-b');
      await change('old', '5', START + DAY_MS, 'bulk-a');
      await change('young', '1', START + 3 * DAY_MS);
      const expire = (afterStart: number) => deleteExpired(store, START + 90 * DAY_MS + afterStart);
      const kept = async () => [
        await numbersOf('student_change', 'old'),
        await numbersOf('change_group', 'old'),
      ];
      await expire(-1);
      assert.deepEqual(await kept(), [
        [1, 2, 3, 4, 5],
        [1, 2, 5],
      ]);
      // Both groups have a change that is younger.
      await expire(5 * MINUTE_MS);
      assert.deepEqual(await kept(), [
        [3, 4, 5],
        [1, 2, 5],
      ]);
      await expire(DAY_MS / 2);
      assert.deepEqual(await kept(), [[5], [5]]);
      assert.deepEqual(await numbersOf('student_change', 'young'), [1]);
      await expire(3 * DAY_MS);
      assert.deepEqual(await kept(), [[], []]);
      assert.deepEqual(await numbersOf('student_change', 'young'), []);
      await change('old', '6', START + 100 * DAY_MS);
      assert.deepEqual(await kept(), [[6], [6]]);
    });

    test('many changes end in several short transactions', async () => {
      await signUp('many');
      await run("INSERT INTO history (account_id, last_number, next_number) VALUES ('many', 2000, 2001)");
      const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)';
      const at = `${START} + CASE WHEN i > 1800 THEN ${DAY_MS} ELSE 0 END`;
      await run(`INSERT INTO student_change (account_id, number, group_number, at, student_uid, kind, fields)
        ${numbers} SELECT 'many', i, i, ${at}, '1', 'changed', '{}' FROM n`);
      await run(`INSERT INTO change_group (account_id, number, last_number, started_at, last_at, by_kind, by_id, by_name)
        ${numbers} SELECT 'many', i, i, ${at}, ${at}, 'operator', '', '' FROM n`);
      const transactions: number[] = [];
      const counting: Pick<Store, 'database'> = {
        database: {
          read: (statement, ...values) => store.database.read(statement, ...values),
          async write(operation, steps, accountId) {
            const failed = await store.database.write(operation, steps, accountId);
            if (operation === 'deleteOldChanges')
              transactions.push((await numbersOf('student_change', 'many')).length);
            return failed;
          },
        },
      };
      await deleteExpired(counting, START + 90 * DAY_MS);
      assert.deepEqual(transactions, [1_500, 1_000, 500, 200]);
      assert.equal((await numbersOf('student_change', 'many'))[0], 1_801);
      assert.equal((await numbersOf('change_group', 'many'))[0], 1_801);
    });

    test('changes of two accounts that began at one time end together, however many groups there are', async () => {
      for (const [accountId, count] of [
        ['crowd', 700],
        ['crowd 2', 1],
      ] as const) {
        await signUp(accountId);
        const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
        await run(
          `INSERT INTO history (account_id, last_number, next_number) VALUES ('${accountId}', ${count}, ${count + 1})`,
        );
        await run(`INSERT INTO student_change (account_id, number, group_number, at, student_uid, kind, fields)
          ${numbers} SELECT '${accountId}', i, i, ${START}, '1', 'changed', '{}' FROM n`);
        await run(`INSERT INTO change_group (account_id, number, last_number, started_at, last_at, by_kind, by_id, by_name)
          ${numbers} SELECT '${accountId}', i, i, ${START}, ${START}, 'operator', '', '' FROM n`);
      }
      await deleteExpired(store, START + 90 * DAY_MS);
      assert.deepEqual(await numbersOf('student_change', 'crowd'), []);
      assert.deepEqual(await numbersOf('student_change', 'crowd 2'), []);
    });

    test('snapshots end after two years', async () => {
      await signUp('snapshots');
      await run(`INSERT INTO roster_snapshot (account_id, day, taken_at, summary, states)
        VALUES ('snapshots', '2024-11-24', 0, '{}', ''), ('snapshots', '2024-11-25', 0, '{}', '')`);
      await deleteExpired(store, START);
      assert.deepEqual(await daysOf('snapshots'), ['2024-11-24', '2024-11-25']);
      await deleteExpired(store, START + DAY_MS);
      assert.deepEqual(await daysOf('snapshots'), ['2024-11-25']);
    });

    test('more snapshots than one transaction deletes end together', async () => {
      await run(`INSERT INTO account (account_id, name, status, created_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
        SELECT 'account ' || i, '', 'active', 0 FROM n`);
      await run(`INSERT INTO roster_snapshot (account_id, day, taken_at, summary, states)
        SELECT account_id, '2020-01-01', 0, '{}', '' FROM account`);
      await deleteExpired(store, START);
      assert.deepEqual(await run("SELECT 1 FROM roster_snapshot WHERE day < '2024'"), []);
    });
  });
