import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { GrowthState } from '../../contract/state-fields.ts';
import { addAccount } from '../../test/add-account.ts';
import { validState } from '../../test/arbitrary-states.ts';
import { ENGINES, newDatabase, type Database as TestDatabase } from '../../test/database.ts';
import { readPastRoster } from '../history/past-roster.ts';
import { OPERATOR } from './caller.ts';
import { openStore } from './open-store.ts';
import type { Store } from './store.ts';

const START = Date.parse('2026-11-24T00:00:00Z');

/** What one write leaves: a recruited student, only a bond, or nothing. */
const write = fc.record({
  studentUid: fc.constantFrom('1', '2', '3'),
  state: fc.oneof(
    { weight: 4, arbitrary: validState },
    fc.record({ bond: fc.integer({ min: 1, max: 100 }) }),
    fc.constant(undefined),
  ),
});

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

    test('the changes taken back one by one give every roster that was', async () => {
      let accounts = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 12 }), async (writes) => {
          accounts += 1;
          const accountId = `account ${accounts}`;
          await addAccount(store, accountId, { createdAt: START });
          const rosters: { number: number; at: number; before: unknown; after: unknown }[] = [];
          let roster: unknown = [];
          for (const [i, { studentUid, state }] of writes.entries()) {
            const at = START + i * 1_000;
            const written = await run(accountId, at, studentUid, state);
            const next = await recruitedOf(accountId);
            if (written?.change !== undefined)
              rosters.push({ number: written.change.number, at, before: roster, after: next });
            else assert.deepEqual(next, roster);
            roster = next;
          }
          const read = async (moment: Parameters<typeof readPastRoster>[2]) =>
            (await readPastRoster(store.database, accountId, moment, START + 86_400_000))?.students;
          for (const { number, at, before: past, after: next } of rosters) {
            assert.deepEqual(await read({ before: number }), past);
            assert.deepEqual(await read({ at }), next);
            assert.deepEqual(await read({ at: at + 500 }), next);
          }
        }),
        { numRuns: 15 },
      );
    });
  });
