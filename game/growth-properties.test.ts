import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bondInterval } from '../contract/bond.ts';
import { STATE_FIELDS, STATE_NAMES, type StateName } from '../contract/state-fields.ts';
import { SHIPPED_FACTS } from '../test/shipped-growth.ts';
import { rankOfExperience } from './bond-progress.ts';
import { addCosts, EXPERIENCE_KINDS, emptyCost, type GrowthCost } from './cost-sum.ts';
import { EQUIPMENT } from './equipment-slots.ts';
import { growthCost } from './growth-cost.ts';
import { equipmentLevelCap } from './growth-limits.ts';
import type { GrowthValues } from './growth-steps.ts';

const UIDS = Object.keys(SHIPPED_FACTS.students);

/** Every way up is a number of points on each of these scales, lowest first. */
const SCALES: readonly GrowthValues[][] = [
  ...EQUIPMENT.map(({ tier, level }) =>
    Array.from({ length: 10 }, (_, i) => i + 1).flatMap((step) =>
      Array.from({ length: equipmentLevelCap(step) ?? 0 }, (_, i) => ({ [tier]: step, [level]: i + 1 })),
    ),
  ),
  Array.from({ length: 500 }, (_, i) => Math.round((i * STATE_FIELDS.bondExp.max) / 499)).map((bondExp) => ({
    bond: rankOfExperience(bondExp),
    bondExp,
  })),
  ...STATE_NAMES.filter((name) => !/^equip\d|^bond/.test(name)).map((name) => {
    const { min, max } = STATE_FIELDS[name];
    return Array.from({ length: max - min + 1 }, (_, i) => ({ [name]: min + i }));
  }),
];

/** Three states, each as high as the one before on every scale. */
const ascent = fc
  .tuple(...SCALES.map((scale) => fc.tuple(...[1, 2, 3].map(() => fc.nat(scale.length - 1)))))
  .map((places) => {
    const states: GrowthValues[] = [{}, {}, {}];
    for (const [i, scale] of SCALES.entries()) {
      const ascending = [...(places[i] ?? [])].sort((a, b) => a - b);
      for (const [number, place] of ascending.entries())
        states[number] = { ...states[number], ...scale[place] };
    }
    return states as [GrowthValues, GrowthValues, GrowthValues];
  });
const anyUid = fc.constantFrom(...UIDS);
const amounts = ({ credits, exp, items }: GrowthCost): number[] => [
  credits,
  ...EXPERIENCE_KINDS.map((kind) => exp[kind]),
  ...Object.values(items),
];

test('a way costs the same in one go as split anywhere', () => {
  fc.assert(
    fc.property(anyUid, ascent, (uid, [from, between, to]) => {
      const parts = [
        growthCost(SHIPPED_FACTS, uid, from, between),
        growthCost(SHIPPED_FACTS, uid, between, to),
      ];
      assert.deepEqual(addCosts(parts), growthCost(SHIPPED_FACTS, uid, from, to));
    }),
  );
});

test('more growth never costs less, and the way down costs nothing', () => {
  fc.assert(
    fc.property(anyUid, ascent, (uid, [from, between, to]) => {
      const whole = growthCost(SHIPPED_FACTS, uid, from, to);
      const part = growthCost(SHIPPED_FACTS, uid, from, between);
      assert.ok(part.credits <= whole.credits);
      for (const kind of EXPERIENCE_KINDS) assert.ok(part.exp[kind] <= whole.exp[kind]);
      for (const [item, count] of Object.entries(part.items))
        assert.ok(count <= (whole.items[item] ?? 0), item);
      assert.deepEqual(growthCost(SHIPPED_FACTS, uid, to, from), emptyCost());
    }),
  );
});

const anyValues = fc.record(
  Object.fromEntries(
    STATE_NAMES.map((name) => {
      const { min, max } = STATE_FIELDS[name];
      return [name, fc.option(fc.integer({ min, max }))];
    }),
  ),
  { requiredKeys: [] },
) as fc.Arbitrary<GrowthValues>;

test('whatever is left out or null, amounts are whole numbers above zero', () => {
  fc.assert(
    fc.property(anyUid, anyValues, anyValues, (uid, from, to) => {
      const cost = growthCost(SHIPPED_FACTS, uid, from, to);
      assert.ok(amounts(cost).every((amount) => Number.isSafeInteger(amount) && amount >= 0));
      assert.ok(Object.values(cost.items).every((count) => count > 0));
      assert.ok(!('credits' in cost.items) && !('unknown' in cost));
    }),
  );
});

test('what is null costs the same as what is left out', () => {
  const dropNulls = (values: GrowthValues): GrowthValues =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  fc.assert(
    fc.property(anyUid, anyValues, anyValues, (uid, from, to) => {
      assert.deepEqual(
        growthCost(SHIPPED_FACTS, uid, dropNulls(from), dropNulls(to)),
        growthCost(SHIPPED_FACTS, uid, from, to),
      );
    }),
  );
});

/** What `to` may need beside its own field for it to cost anything. */
const BESIDE: Partial<Record<StateName, GrowthValues>> = {
  equip1Level: { equip1: 10 },
  equip2Level: { equip2: 10 },
  equip3Level: { equip3: 10 },
};

test('each field of each student costs something from its lowest to its highest', () => {
  for (const uid of UIDS)
    for (const name of STATE_NAMES) {
      if (name === 'equipSpecial' && SHIPPED_FACTS.students[uid]?.special === null) continue;
      const { [name]: beside = {} } = BESIDE;
      const cost = growthCost(SHIPPED_FACTS, uid, beside, { ...beside, [name]: STATE_FIELDS[name].max });
      assert.ok(
        amounts(cost).some((amount) => amount > 0),
        `${uid} ${name}`,
      );
      for (const item of Object.keys(cost.items)) assert.ok(Object.hasOwn(SHIPPED_FACTS.items, item), item);
    }
});

test('a bond rank is its start', () => {
  for (let rank = 1; rank <= 100; rank += 1)
    assert.equal(growthCost(SHIPPED_FACTS, '10000', {}, { bond: rank }).exp.bond, bondInterval(rank).from);
});
