import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { GrowthState } from '../../contract/state-fields.ts';
import { addAccount } from '../../test/add-account.ts';
import { validState } from '../../test/arbitrary-states.ts';
import { ENGINES, newDatabase, query, type Database as TestDatabase } from '../../test/database.ts';
import { type FilledHistory, fillHistory } from '../../test/fill-history.ts';
import { readPastRoster } from '../history/past-roster.ts';
import { OPERATOR } from './caller.ts';
import type { Database } from './database.ts';
import { openStore } from './open-store.ts';
import type { Store } from './store.ts';
import { NO_VALUES } from './stored-student.ts';

const START = Date.parse('2026-11-24T00:00:00Z');

const DAY_MS = 86_400_000;
const SIGNAL = new AbortController().signal;

/** What one write leaves: a recruited student, only a bond, or nothing. */
const write = fc.record({
  studentUid: fc.constantFrom('1', '2', '3'),
  state: fc.oneof(
    { weight: 4, arbitrary: validState },
    fc.record({ bond: fc.integer({ min: 1, max: 100 }) }),
    fc.constant(undefined),
  ),
  /** Until the next write: some are made on the same day, some on a later one. */
  pauseMs: fc.oneof(fc.constant(1_000), fc.integer({ min: 1, max: 2 * DAY_MS })),
});

type Records = Map<string, Record<string, unknown>>;

/** As if each change after the moment was taken back, the last one first. */
function undoOneByOne(records: Records, changes: readonly Record<string, unknown>[]): unknown[] {
  const past = new Map(records);
  for (const { student_uid, kind, fields } of changes.toReversed()) {
    const uid = String(student_uid);
    if (kind === 'registered') past.delete(uid);
    else {
      const before = Object.entries(JSON.parse(String(fields))).map(([name, value]) => [
        name,
        (value as unknown[])[0],
      ]);
      past.set(uid, {
        ...(past.get(uid) ?? { studentUid: uid, ...NO_VALUES }),
        ...Object.fromEntries(before),
      });
    }
  }
  return [...past.values()]
    .filter(({ tier }) => typeof tier === 'number')
    .sort((one, other) => (String(one.studentUid) < String(other.studentUid) ? -1 : 1));
}

for (const engine of ENGINES)
  describe(`past rosters on ${engine}`, () => {
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

    const recruitedOf = async (accountId: string) =>
      JSON.parse(`[${(await store.listStudents(accountId, '', 10)).json}]`);

    /** Undefined where the store refuses: a student who is not recruited is not removed, nor left with only a bond. */
    async function run(accountId: string, at: number, studentUid: string, state?: Partial<GrowthState>) {
      const by = { caller: OPERATOR, at, accountId, studentUid };
      const stored = await store.readStudent(accountId, studentUid);
      if (state === undefined) return stored && store.removeStudent(by, stored);
      if (stored?.recruited && state.tier === undefined) return undefined;
      return store.writeStudent(by, state, stored);
    }

    test('every roster that was is what all later changes taken back one by one give', async () => {
      let accounts = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(write, { minLength: 1, maxLength: 12 }),
          fc.nat(4),
          async (writes, trimmed) => {
            accounts += 1;
            const accountId = `account ${accounts}`;
            await addAccount(store, accountId, { createdAt: START });
            const rosters: { number: number; at: number; before: unknown; after: unknown }[] = [];
            let roster: unknown = [];
            let at = START;
            for (const { studentUid, state, pauseMs } of writes) {
              const written = await run(accountId, at, studentUid, state);
              const next = await recruitedOf(accountId);
              if (written?.change !== undefined)
                rosters.push({ number: written.change.number, at, before: roster, after: next });
              else assert.deepEqual(next, roster);
              roster = next;
              at += pauseMs;
            }
            const ofAccount = (sql: string) =>
              query(database.address, sql.replace('$', `account_id = '${accountId}'`));
            // Snapshots of an earlier release have no number; changes are deleted from the oldest on.
            await ofAccount(`UPDATE roster_snapshot SET last_number = NULL WHERE $ AND last_number = 2`);
            await ofAccount(`DELETE FROM student_change WHERE $ AND number <= ${trimmed}`);
            const changes = await ofAccount('SELECT * FROM student_change WHERE $ ORDER BY number');
            const records: Records = new Map();
            for (const { body } of await ofAccount('SELECT body FROM student_record WHERE $')) {
              const record = JSON.parse(String(body));
              records.set(record.studentUid, record);
            }
            const reader = { database: store.database, accountId, signal: SIGNAL };
            const read = async (moment: Parameters<typeof readPastRoster>[1]) =>
              (await readPastRoster(reader, moment, at + DAY_MS))?.students;
            for (const { number, at, before: past, after: next } of rosters.slice(trimmed)) {
              assert.deepEqual(await read({ before: number }), past);
              const later = changes.filter((change) => Number(change.number) >= number);
              assert.deepEqual(undoOneByOne(records, later), past);
              assert.deepEqual(await read({ at }), next);
              const end = rosters[number]?.at ?? at + DAY_MS;
              assert.deepEqual(await read({ at: Math.max(at, end - 1) }), next);
            }
          },
        ),
        { numRuns: 20 },
      );
    });

    test('the gap that a restore leaves in the numbers is passed over', async () => {
      const [accountId, changes] = ['restored', 40];
      await addAccount(store, accountId, { createdAt: START });
      const { rosterBefore } = await fillHistory(database.address, accountId, {
        ...{ changes, students: 5 },
        at: (number) => START + number * 1_000,
      });
      const shift = (number: number) => number + 1_000_000;
      for (const [table, condition] of [
        ['student_change SET number', 'number > 10'],
        ['history SET last_number', 'last_number > 10'],
      ])
        await query(
          database.address,
          `UPDATE ${table} = 1000000 + ${table?.split(' ').at(-1)} WHERE account_id = '${accountId}' AND ${condition}`,
        );
      const reader = { database: store.database, accountId, signal: SIGNAL };
      for (const [before, number] of [
        ...[2, 8, 11].map((number) => [number, number] as const),
        [500_000, 11],
        ...[11, 12, 30, 41].map((number) => [shift(number), number] as const),
      ] as const)
        assert.deepEqual(
          (await readPastRoster(reader, { before }, START + DAY_MS))?.students,
          rosterBefore(number),
          `before ${before}`,
        );
    });

    test('the snapshot of a later day that was taken before a change, by a clock that was wrong, is not of after it', async () => {
      const accountId = 'clock';
      await addAccount(store, accountId, { createdAt: START });
      const level = (at: number, value: number) =>
        run(accountId, at, '1', { tier: 3, weaponTier: 0, level: value });
      await level(START + DAY_MS, 10);
      await level(START + DAY_MS, 20);
      const past = await recruitedOf(accountId);
      const written = await level(START, 30);
      const reader = { database: store.database, accountId, signal: SIGNAL };
      const before = written?.change?.number ?? 0;
      assert.deepEqual((await readPastRoster(reader, { before }, START + 2 * DAY_MS))?.students, past);
    });

    describe('of an account whose 20,000 changes are of one day', () => {
      const CHANGES = 20_000;
      const accountId = 'busy';
      const timeOf = (number: number) => START + number * 1_000;
      let history: FilledHistory;
      before(async () => {
        await addAccount(store, accountId, { createdAt: START });
        history = await fillHistory(database.address, accountId, { changes: CHANGES, at: timeOf });
        if (engine === 'postgres') await query(database.address, 'ANALYZE');
      });

      /** Counts the rows of changes that are read, all of them and at once. */
      function countRows(): { counted: Database; rows: number[] } {
        const rows: number[] = [];
        const counted: Database = {
          ...store.database,
          async read<Row>(...parameters: Parameters<Database['read']>): Promise<Row[]> {
            const found = await store.database.read<Row>(...parameters);
            if (parameters[0].name === 'readRosterChanges') {
              const [{ lines } = { lines: '' }] = found as { lines: string }[];
              rows.push(lines.split('\n').length);
            }
            return found;
          },
        };
        return { counted, rows };
      }

      test('only those after the moment are read, in pieces', async () => {
        for (const number of [1, 2, 9_000, 10_002, 15_000, CHANGES, CHANGES + 1]) {
          const { counted, rows } = countRows();
          const reader = { database: counted, accountId, signal: SIGNAL };
          const past = await readPastRoster(reader, { before: number }, START + DAY_MS);
          assert.deepEqual(past?.students, history.rosterBefore(number), `before ${number}`);
          const total = rows.reduce((sum, count) => sum + count, 0);
          assert.ok(total <= CHANGES + 1 - number, `${total} changes are read`);
          assert.ok(Math.max(0, ...rows) <= 1_000, `${Math.max(...rows)} changes are read at once`);
        }
      });

      test('a reader who has gone reads no further', async () => {
        const { counted, rows } = countRows();
        const reader = { database: counted, accountId, signal: AbortSignal.abort() };
        await assert.rejects(readPastRoster(reader, { before: 9_000 }, START + DAY_MS), /nobody waits/);
        assert.equal(rows.length, 1);
      });

      test('the dearest moment takes a fraction of the CPU time of taking back all changes', async () => {
        const reader = { database: store.database, accountId, signal: SIGNAL };
        const times: number[] = [];
        for (let i = 0; i < 5; i += 1) {
          const start = process.cpuUsage();
          await readPastRoster(reader, { at: timeOf(1) }, START + DAY_MS);
          const { user, system } = process.cpuUsage(start);
          times.push((user + system) / 1_000);
        }
        assert.ok(Math.min(...times) < 100, `${times.map(Math.round)} ms`);
      });
    });
  });
