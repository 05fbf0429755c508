import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { solve } from 'yalps';
import { stagesFile } from '../server/catalogue/catalogue-data.ts';
import { SHIPPED_FACTS } from '../test/shipped-growth.ts';
import { emptyCost } from './cost-sum.ts';
import { areaOf, type FarmOptions, farmPlan, type Stage } from './farm-plan.ts';
import type { Materials } from './growth-facts.ts';

const STAGES = stagesFile();
const NORMAL = STAGES.stages.filter(({ hard }) => !hard);
const DROPPED = [...new Set(NORMAL.flatMap(({ drops }) => Object.keys(drops)))].filter((itemId) =>
  Object.hasOwn(SHIPPED_FACTS.items, itemId),
);

const plan = (items: Record<string, number>, options?: FarmOptions, credits = 0) =>
  farmPlan(SHIPPED_FACTS, STAGES, { ...emptyCost(), items, credits }, options);

/** What the items cost at the least if runs could be divided, by another solver. */
function leastAp(items: Materials, open: readonly Stage[]): number {
  const constraints = Object.fromEntries(Object.entries(items).map(([itemId, min]) => [itemId, { min }]));
  const variables = Object.fromEntries(open.map(({ stage, ap, drops }) => [stage, { ap, ...drops }]));
  const { status, result } = solve({ direction: 'minimize', objective: 'ap', constraints, variables });
  assert.equal(status, 'optimal');
  return result;
}

describe('a plan of what to farm', () => {
  test('takes the fewest AP that are possible, but for runs that cannot be divided', () => {
    const counts = fc.uniqueArray(
      fc.tuple(
        fc.constantFrom(...DROPPED),
        fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 900 })),
      ),
      { minLength: 1, maxLength: DROPPED.length, size: 'max', selector: ([itemId]) => itemId },
    );
    fc.assert(
      fc.property(counts, (entries) => {
        const items = Object.fromEntries(entries);
        const { ap, runs, elephs, notDropped } = plan(items);
        const least = leastAp(items, NORMAL);
        assert.ok(ap >= least - 0.1, `${ap} AP cannot be, ${least} at least`);
        assert.ok(
          ap < least + 10 * runs.length + 0.1,
          `${ap} AP in ${runs.length} stages, but ${least} would do`,
        );
        assert.deepEqual([elephs, notDropped], [[], {}]);
        for (const [itemId, count] of entries) {
          const dropped = runs.reduce((sum, { drops }) => sum + (drops[itemId] ?? 0), 0);
          assert.ok(dropped >= count - 0.01 * runs.length, `${dropped} of ${count} ${itemId}`);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('names the stages, most AP first, with what they drop of what is short', () => {
    const { ap, runs, stagesAsOf } = plan({ e101009: 41, e106009: 3 });
    assert.equal(stagesAsOf, '2026-06-24');
    assert.equal(
      ap,
      runs.reduce((sum, one) => sum + one.ap, 0),
    );
    assert.deepEqual(
      runs.toSorted((one, other) => other.ap - one.ap),
      runs,
    );
    for (const { stage, runs: count, ap: spent, drops } of runs) {
      const found = NORMAL.find((one) => one.stage === stage);
      assert.equal(spent, count * (found?.ap ?? 0));
      for (const [itemId, dropped] of Object.entries(drops)) {
        assert.ok(['e101009', 'e106009'].includes(itemId));
        assert.ok(Math.abs(dropped - count * (found?.drops[itemId] ?? 0)) < 0.006);
      }
    }
  });

  test('goes no further than the area that is open, and says what is dropped nowhere there', () => {
    const { runs, notDropped } = plan({ e101009: 41, e101002: 5 }, { area: 20 });
    assert.ok(runs.length > 0 && runs.every((one) => areaOf(one) <= 20));
    assert.deepEqual(notDropped, { e101009: 41 });
  });

  test('tells the days that elephs take in their hard stages, and what comes from elsewhere', () => {
    // 13010 drops in three hard stages, 10036 in one, 10041 of an area that is not open.
    const { ap, runs, elephs, notDropped } = plan(
      { 13010: 36, 10036: 13, 10001: 5, 9999: 1 },
      { area: 5 },
      700,
    );
    assert.deepEqual(elephs, [
      { studentUid: '10036', missing: 13, stages: ['29-3'], days: 11 },
      { studentUid: '13010', missing: 36, stages: ['1-1', '4-3', '12-2'], days: 10 },
    ]);
    assert.deepEqual([ap, runs], [0, []]);
    assert.deepEqual(notDropped, { 9999: 1, 10001: 5, credits: 700 });
  });

  test('farms the kinds that are asked for, and lists the others', () => {
    const { runs, notDropped } = plan({ e101009: 4, 3020: 7 }, { kinds: ['blueprint'] });
    assert.deepEqual(
      runs.flatMap(({ drops }) => Object.keys(drops)),
      ['e101009'],
    );
    assert.deepEqual(notDropped, { 3020: 7 });
  });

  test('is empty if nothing is short', () => {
    assert.deepEqual(plan({}), { ap: 0, runs: [], elephs: [], notDropped: {}, stagesAsOf: '2026-06-24' });
  });
});
