import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SHIPPED_FACTS } from '../test/shipped-growth.ts';
import { emptyCost, type GrowthCost } from './cost-sum.ts';
import { growthCost } from './growth-cost.ts';
import { findShortage } from './growth-shortage.ts';

/** Aru has an SR, which barrels fit; Eimi an SG, which springs fit. */
const [ARU, EIMI] = ['10000', '10001'];
const needing = (exp: Partial<GrowthCost['exp']>, cost: Partial<GrowthCost> = {}): GrowthCost => ({
  ...emptyCost(),
  ...cost,
  exp: { ...emptyCost().exp, ...exp },
});
const shortages = (costs: [string, GrowthCost][], stock: Record<string, number>) =>
  findShortage(
    SHIPPED_FACTS,
    costs.map(([studentUid, cost]) => ({ studentUid, cost })),
    stock,
  );
const missingOf = (...arguments_: Parameters<typeof shortages>) =>
  shortages(...arguments_).students.map(({ shortage }) => shortage);

test('the first student takes what she needs, and the next what is left', () => {
  const cost = needing({}, { credits: 100, items: { 3030: 10, 150: 3 } });
  const { total, shortage, students } = shortages(
    [
      [ARU, cost],
      [EIMI, cost],
    ],
    { credits: 150, 3030: 12, 150: 6, 151: 99 },
  );
  assert.deepEqual(total, needing({}, { credits: 200, items: { 3030: 20, 150: 6 } }));
  assert.deepEqual(students, [
    { studentUid: ARU, shortage: emptyCost() },
    { studentUid: EIMI, shortage: needing({}, { credits: 50, items: { 3030: 8 } }) },
  ]);
  assert.deepEqual(shortage, needing({}, { credits: 50, items: { 3030: 8 } }));
});

test('reports and stones are spent, and the rest of one goes to the next student', () => {
  const costs: [string, GrowthCost][] = [
    [ARU, needing({ level: 600, equip: 100 })],
    [EIMI, needing({ level: 12_000, equip: 100 })],
  ];
  assert.deepEqual(missingOf(costs, { 10: 1, 11: 1, 13: 1, e1: 1 }), [
    needing({ equip: 10 }),
    needing({ level: 2_050, equip: 100 }),
  ]);
});

test('neither blueprints nor gifts are spent on experience', () => {
  const cost = needing({ equip: 100, bond: 100 });
  assert.deepEqual(missingOf([[ARU, cost]], { e101001: 99, e101009: 99, 5997: 99 }), [cost]);
});

test('weapon parts that fit are worth half as much again, firing pins to all', () => {
  const missingWeapon = (stock: Record<string, number>) =>
    missingOf([[ARU, needing({ weapon: 10_000 })]], stock)[0]?.exp.weapon;
  assert.equal(missingWeapon({ e33: 1 }), 8_500);
  assert.equal(missingWeapon({ e43: 1, e40: 1 }), 8_485);
  assert.equal(missingWeapon({ e13: 1, e23: 1 }), 8_000);
  assert.equal(missingWeapon({ e33: 2, e43: 2, e13: 4 }), 0);
});

test('a student leaves firing pins and the parts of others where her own will do', () => {
  const costs: [string, GrowthCost][] = [
    [ARU, needing({ weapon: 1_500 })],
    [EIMI, needing({ weapon: 4_500 })],
  ];
  assert.deepEqual(missingOf(costs, { e33: 1, e43: 1, e13: 2 }), [emptyCost(), emptyCost()]);
  // Without barrels she takes a pin, which is worth more to her than springs.
  assert.deepEqual(missingOf(costs, { e43: 1, e13: 2 }), [emptyCost(), needing({ weapon: 1_500 })]);
  assert.deepEqual(missingOf(costs, { e13: 3 }), [emptyCost(), needing({ weapon: 2_250 })]);
});

test('a weapon that is not known fits only firing pins', () => {
  const facts = { ...SHIPPED_FACTS, students: { new: {} } };
  const students = [{ studentUid: 'new', cost: needing({ weapon: 5_000 }) }];
  assert.equal(findShortage(facts, students, { e43: 1, e13: 1 }).shortage.exp.weapon, 2_500);
});

test('what is unknown of a cost is unknown of what is missing', () => {
  const cost = needing({}, { unknown: ['skillEx'] });
  const { total, shortage, students } = shortages([[ARU, cost]], {});
  for (const sum of [total, shortage, students[0]?.shortage]) assert.deepEqual(sum?.unknown, ['skillEx']);
});

test('without a stock all is missing, and with all that it takes nothing is', () => {
  const all = { tier: 5, weaponTier: 4, level: 90, skillEx: 5, skillSub: 10, weaponLevel: 60, abilityHp: 25 };
  const costs = Object.keys(SHIPPED_FACTS.students).map((uid): [string, GrowthCost] => [
    uid,
    growthCost(SHIPPED_FACTS, uid, {}, { ...all, equip1: 10, equip1Level: 70 }),
  ]);
  const { total, shortage } = shortages(costs, {});
  assert.deepEqual(shortage, total);
  const { items, credits } = total;
  const stock = { ...items, credits, 13: 1e9, e4: 1e9, e43: 1e9 };
  assert.deepEqual(shortages(costs, stock).shortage, emptyCost());
});

test('what is missing is what is needed without what is there, in whole numbers', () => {
  const anyItems = fc.dictionary(fc.constantFrom('3030', '150', '5017'), fc.nat(50));
  const anyCost = fc
    .tuple(fc.constantFrom(ARU, EIMI), fc.nat(1e6), fc.tuple(fc.nat(5e4), fc.nat(5e4), fc.nat(5e4)), anyItems)
    .map(([uid, credits, [level, weapon, equip], items]): [string, GrowthCost] => [
      uid as string,
      needing({ level, weapon, equip }, { credits, items }),
    ]);
  const anyStock = fc.dictionary(
    fc.constantFrom('credits', '3030', '5017', '10', '13', 'e2', 'e10', 'e13', 'e30', 'e33', 'e41', 'e43'),
    fc.nat(40),
  );
  fc.assert(
    fc.property(fc.array(anyCost, { maxLength: 5 }), anyStock, (costs, stock) => {
      const { total, shortage } = shortages(costs, stock);
      const minus = (needed: number, owned: number) => Math.max(needed - owned, 0);
      const owned = (item: string, exp = 1) => (stock[item] ?? 0) * exp;
      assert.equal(shortage.credits, minus(total.credits, owned('credits')));
      assert.equal(shortage.exp.level, minus(total.exp.level, owned('10', 50) + owned('13', 10_000)));
      assert.equal(shortage.exp.equip, minus(total.exp.equip, owned('e2', 360)));
      for (const [item, count] of Object.entries(total.items))
        assert.equal(shortage.items[item] ?? 0, minus(count, owned(item)));
      const parts =
        owned('e10', 10) +
        owned('e13', 1_000) +
        owned('e30', 10) +
        owned('e33', 1_000) +
        owned('e41', 50) +
        owned('e43', 1_000);
      assert.ok(Number.isInteger(shortage.exp.weapon));
      assert.ok(shortage.exp.weapon >= minus(total.exp.weapon, parts * 1.5));
      // Less than one experience of each group is lost with each student.
      assert.ok(shortage.exp.weapon <= minus(total.exp.weapon, parts - 6 * costs.length));
    }),
  );
});
