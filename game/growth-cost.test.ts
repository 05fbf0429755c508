import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SHIPPED_FACTS } from '../test/shipped-growth.ts';
import { addCosts, emptyCost, type GrowthCost } from './cost-sum.ts';
import { growthCost } from './growth-cost.ts';
import type { StudentFacts } from './growth-facts.ts';
import type { GrowthValues } from './growth-steps.ts';

type PartialCost = Omit<Partial<GrowthCost>, 'exp'> & { exp?: Partial<GrowthCost['exp']> };
const withExp = ({ exp, ...cost }: PartialCost): GrowthCost => ({
  ...emptyCost(),
  ...cost,
  exp: { ...emptyCost().exp, ...exp },
});
/** Aru: three stars, hat, hairpin and watch, a favourite item. */
const costOf = (from: GrowthValues, to: GrowthValues, uid = '10000') =>
  growthCost(SHIPPED_FACTS, uid, from, to);

const cases: [string, GrowthValues, GrowthValues, PartialCost][] = [
  ['level 1 to 90', { level: 1 }, { level: 90 }, { credits: 8_744_295, exp: { level: 1_249_185 } }],
  ['a level that is null', { level: null }, { level: 2 }, { credits: 70, exp: { level: 10 } }],
  ['a level that `to` has null', { level: 5 }, { level: null }, {}],
  ['a level that falls', { level: 50 }, { level: 40 }, {}],
  ['what is left out on both sides', {}, {}, {}],
  ['what only `from` has', { level: 80, tier: 5, equip1: 9, bond: 50, skillEx: 5 }, {}, {}],

  ['stars from her own', {}, { tier: 4 }, { credits: 200_000, items: { 10000: 100 } }],
  ['stars from recorded ones', { tier: 4 }, { tier: 5 }, { credits: 1_000_000, items: { 10000: 120 } }],
  ['stars not above her own', {}, { tier: 3 }, {}],
  [
    'a unique weapon, which begins at level 1',
    { tier: 5 },
    { weaponTier: 2 },
    { credits: 1_000_000, items: { 10000: 120 } },
  ],
  [
    'all stars of the weapon',
    { weaponTier: 0 },
    { weaponTier: 4 },
    { credits: 4_500_000, items: { 10000: 500 } },
  ],
  ['weapon level 1', { weaponTier: 0, weaponLevel: 0 }, { weaponTier: 1, weaponLevel: 1 }, {}],
  [
    'weapon level 2 from 0',
    { weaponLevel: 0 },
    { weaponLevel: 2 },
    { credits: 25 * 180, exp: { weapon: 25 } },
  ],
  [
    'weapon level 3 from null',
    { weaponTier: 1, weaponLevel: null },
    { weaponLevel: 3 },
    { credits: 55 * 180, exp: { weapon: 55 } },
  ],

  [
    'an EX skill step',
    { skillEx: 2 },
    { skillEx: 3 },
    { credits: 500_000, items: { 3030: 18, 3031: 12, 150: 28, 151: 14 } },
  ],
  ['a first skill step', {}, { skillSub: 2 }, { credits: 5_000, items: { 4030: 5 } }],
  [
    'the last skill step',
    { skillNormal: 9 },
    { skillNormal: 10 },
    { credits: 4_000_000, items: { 9999: 1 } },
  ],

  [
    'a slot from nothing to tier 1',
    { equip1: null },
    { equip1: 1, equip1Level: 3 },
    { credits: 208, exp: { equip: 52 } },
  ],
  [
    'a tier without a level',
    { equip1: 1, equip1Level: 9 },
    { equip1: 2 },
    { credits: 1_500 + 69 * 4, exp: { equip: 69 }, items: { e101001: 15 } },
  ],
  [
    'a tier with a level',
    { equip2: 2, equip2Level: 19 },
    { equip2: 3, equip2Level: 2 },
    { credits: 10_000 + (224 + 25) * 4, exp: { equip: 249 }, items: { e106002: 20 } },
  ],
  [
    'two kinds of blueprints',
    { equip3: 3, equip3Level: 30 },
    { equip3: 4 },
    { credits: 25_000, items: { e108001: 10, e108003: 30 } },
  ],
  ['the same tier without a level', { equip1: 5, equip1Level: 20 }, { equip1: 5 }, {}],
  ['a lower tier with a higher level', { equip1: 6, equip1Level: 1 }, { equip1: 5, equip1Level: 45 }, {}],
  [
    'a level without a tier, which is that of tier 1',
    {},
    { equip1Level: 2 },
    { credits: 100, exp: { equip: 25 } },
  ],
  [
    'a level beyond the cap of its tier, which means the cap',
    { equip1: 1, equip1Level: 9 },
    { equip1Level: 70 },
    { credits: 276, exp: { equip: 69 } },
  ],
  ['a recorded level beyond the cap', { equip1: 1, equip1Level: 70 }, { equip1: 1, equip1Level: 10 }, {}],

  ['the first tier of the favourite item', {}, { equipSpecial: 1 }, {}],
  [
    'both tiers of the favourite item',
    {},
    { equipSpecial: 2 },
    { credits: 500_000, items: { 5017: 4, 150: 80, 151: 25 } },
  ],
  ['a favourite item that is there', { equipSpecial: 2 }, { equipSpecial: 2 }, {}],
  [
    'abilities, each with its own book',
    { abilityHp: null },
    { abilityHp: 1, abilityAtk: 2 },
    { credits: 300_000, items: { 2000: 2, 2001: 4, 150: 30 } },
  ],
  [
    'a late ability, with the second artifact',
    { abilityHeal: 14 },
    { abilityHeal: 16 },
    { credits: 300_000, items: { 2002: 6, 150: 20, 151: 6 } },
  ],

  ['a bond rank from nothing', {}, { bond: 3 }, { exp: { bond: 45 } }],
  ['a bond rank from an experience', { bond: 2, bondExp: 20 }, { bond: 3 }, { exp: { bond: 25 } }],
  ['the same rank, which means its start', { bond: 3, bondExp: 50 }, { bond: 3 }, {}],
  ['an experience from a rank', { bond: 3, bondExp: null }, { bondExp: 60 }, { exp: { bond: 15 } }],
  ['an experience from an experience', { bondExp: 40 }, { bond: 3, bondExp: 60 }, { exp: { bond: 20 } }],
  [
    'an experience outside of its rank, which means its start',
    {},
    { bond: 3, bondExp: 9 },
    { exp: { bond: 45 } },
  ],
  ['the highest rank', { bond: 99, bondExp: 240_000 }, { bond: 100 }, { exp: { bond: 225 } }],
];
for (const [name, from, to, cost] of cases)
  test(`counts ${name}`, () => assert.deepEqual(costOf(from, to), withExp(cost)));

test('the totals are those of the game', () => {
  assert.equal(costOf({}, { skillEx: 5 }).credits, 13_580_000);
  for (const field of ['skillNormal', 'skillEnhanced', 'skillSub'])
    assert.equal(costOf({}, { [field]: 10 }).credits, 8_812_500);
  for (const slot of [1, 2, 3]) {
    const { credits, exp } = costOf({}, { [`equip${slot}`]: 10, [`equip${slot}Level`]: 70 });
    assert.deepEqual([credits, exp.equip], [1_698_220, 246_680]);
  }
  assert.equal(costOf({}, { bond: 100 }).exp.bond, 240_225);
});

test('a favourite item that a student does not have costs nothing', () => {
  assert.deepEqual(costOf({}, { equipSpecial: 2 }, '10002'), emptyCost());
});

test('a UID that the facts lack is an error, whatever it is called', () => {
  for (const uid of ['10099', '', 'constructor', '__proto__'])
    assert.throws(() => costOf({}, { level: 2 }, uid), RangeError);
});

const ALL: GrowthValues = {
  tier: 5,
  weaponTier: 4,
  level: 90,
  skillEx: 5,
  skillNormal: 10,
  skillEnhanced: 10,
  skillSub: 10,
  equip1: 10,
  equip2: 10,
  equip3: 10,
  equip1Level: 70,
  equip2Level: 70,
  equip3Level: 70,
  equipSpecial: 2,
  weaponLevel: 60,
  abilityHp: 25,
  abilityAtk: 25,
  abilityHeal: 25,
  bond: 100,
  bondExp: 240_225,
};
const costAmong = (student: StudentFacts, from: GrowthValues, to: GrowthValues) =>
  growthCost({ ...SHIPPED_FACTS, students: { new: student } }, 'new', from, to);

test('what is not known is named and not counted as nought', () => {
  const { items, unknown } = costAmong({}, {}, ALL);
  assert.deepEqual(unknown, [
    'tier',
    'skillEx',
    'skillNormal',
    'skillEnhanced',
    'skillSub',
    'equip1',
    'equip2',
    'equip3',
    'equipSpecial',
    'abilityHp',
    'abilityAtk',
    'abilityHeal',
  ]);
  // What all students take alike is counted.
  assert.deepEqual(items, { new: 500, 2000: 70, 2001: 70, 2002: 70 });
  assert.deepEqual(costAmong({ special: { servers: ['jp'] } }, {}, { equipSpecial: 2 }).unknown, [
    'equipSpecial',
  ]);
  assert.deepEqual(costAmong({ ex: [{}, {}] }, {}, { skillEx: 4 }).unknown, ['skillEx']);
});

test('nothing is unknown where the cost does not depend on it', () => {
  assert.ok(
    !('unknown' in costAmong({}, { tier: 3 }, { tier: 4, level: 90, equip1: 1, equipSpecial: 1, bond: 5 })),
  );
  assert.ok(!('unknown' in costAmong({}, ALL, ALL)));
});

test('costs are added up, with all that is unknown', () => {
  const first = withExp({ credits: 1, exp: { level: 2 }, items: { 1: 3 }, unknown: ['skillEx'] });
  const second = withExp({
    credits: 10,
    exp: { level: 20, bond: 5 },
    items: { 1: 30, 2: 1 },
    unknown: ['tier', 'skillEx'],
  });
  assert.deepEqual(
    addCosts([first, second]),
    withExp({
      credits: 11,
      exp: { level: 22, bond: 5 },
      items: { 1: 33, 2: 1 },
      unknown: ['skillEx', 'tier'],
    }),
  );
  assert.deepEqual(addCosts([]), emptyCost());
});
