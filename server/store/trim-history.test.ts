import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_CHANGES } from '../../contract/history.ts';
import { addAccount } from '../../test/add-account.ts';
import { ENGINES, newDatabase, query } from '../../test/database.ts';
import { until } from '../../test/until.ts';
import { OPERATOR } from './caller.ts';
import { openStore } from './open-store.ts';
import type { StoredStudent } from './stored-student.ts';

const ACCOUNT = 'busy';
const NOW = Date.parse('2026-11-24T12:00:00Z');
const FILLED = MAX_CHANGES - 100;
const CHANGES_PER_GROUP = 300;
const STUDENTS = 100;
const ROUNDS = 8;

for (const engine of ENGINES)
  test(`the oldest changes of an account go first, and its snapshots stay, on ${engine}`, async (t) => {
    const { address, remove } = await newDatabase(engine);
    t.after(remove);
    const { store } = await openStore(address, { create: true, migrate: true });
    t.after(() => store.close());
    await addAccount(store, ACCOUNT, { createdAt: NOW });
    let records: (StoredStudent | undefined)[] = Array.from({ length: STUDENTS }, () => undefined);
    const writeAll = async (level: number) => {
      records = await Promise.all(
        records.map((record, i) =>
          store.writeStudent(
            { caller: OPERATOR, at: NOW, accountId: ACCOUNT, studentUid: `${i}` },
            { tier: 3, weaponTier: 0, level },
            record,
          ),
        ),
      );
      assert.ok(records.every((record) => record !== undefined));
    };
    await writeAll(90);
    // The history of a caller who has written for hours.
    await query(
      address,
      `WITH RECURSIVE series (n) AS (SELECT ${STUDENTS + 1} UNION ALL SELECT n + 1 FROM series WHERE n < ${FILLED})
      INSERT INTO student_change (account_id, number, group_number, at, student_uid, kind, fields)
        SELECT '${ACCOUNT}', n, n - n % ${CHANGES_PER_GROUP}, ${NOW}, '2', 'bond', '{}' FROM series`,
    );
    await query(
      address,
      `INSERT INTO change_group (account_id, number, last_number, started_at, last_at, by_kind, by_id, by_name)
        SELECT account_id, min(number), max(number), ${NOW}, ${NOW}, 'operator', '', '' FROM student_change
        WHERE group_number >= ${CHANGES_PER_GROUP} GROUP BY account_id, group_number`,
    );
    await query(address, `UPDATE history SET last_number = ${FILLED}, next_number = ${FILLED + 1}`);

    const kept = async () => {
      const [row] = await query(
        address,
        'SELECT min(number) AS first, max(number) AS last, count(*) AS count FROM student_change',
      );
      return { first: Number(row?.first), last: Number(row?.last), count: Number(row?.count) };
    };
    for (let round = 1; round <= ROUNDS; round += 1) {
      await writeAll(round);
      await until('the oldest changes are deleted', async () => (await kept()).count <= MAX_CHANGES);
    }
    const { first, last, count } = await kept();
    assert.equal(last, FILLED + ROUNDS * STUDENTS);
    assert.equal(count, last - first + 1, 'the numbers that are kept have a gap');
    assert.ok(count > MAX_CHANGES - 500, `only ${count} changes are kept`);
    const groups = await query(address, 'SELECT number, last_number FROM change_group ORDER BY number');
    assert.ok(
      groups.every(({ last_number }) => Number(last_number) >= first),
      'a group has no change',
    );
    assert.ok(Number(groups[0]?.number) <= first, 'a change has no group');
    assert.equal((await query(address, 'SELECT 1 FROM roster_snapshot')).length, 1);
  });
