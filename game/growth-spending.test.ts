import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SHIPPED_FACTS } from '../test/shipped-growth.ts';
import { emptyCost, type GrowthCost } from './cost-sum.ts';
import { findShortage } from './growth-shortage.ts';
import { spendStock } from './growth-spending.ts';

/** Aru has an SR, which barrels fit. */
const ARU = '10000';
const needing = (exp: Partial<GrowthCost['exp']>, cost: Partial<GrowthCost> = {}): GrowthCost => ({
  ...emptyCost(),
  ...cost,
  exp: { ...emptyCost().exp, ...exp },
});
const spend = (cost: GrowthCost, stock: Record<string, number>) =>
  spendStock(SHIPPED_FACTS, ARU, cost, stock);

test('credits and items are taken as far as the stock has them', () => {
  const cost = needing({}, { credits: 100, items: { 3030: 10, 150: 3, 151: 1 } });
  assert.deepEqual(spend(cost, { credits: 150, 3030: 4, 150: 3, 16: 9 }), { credits: 100, 3030: 4, 150: 3 });
});

test('of the reports the largest are taken that fit, then the smallest that covers the rest', () => {
  assert.deepEqual(spend(needing({ level: 2_600 }), { 10: 9, 11: 9, 12: 9, 13: 9 }), { 12: 1, 11: 1, 10: 2 });
  assert.deepEqual(spend(needing({ level: 600 }), { 12: 3, 13: 3 }), { 12: 1 });
  assert.deepEqual(spend(needing({ level: 10_000 }), { 10: 1, 11: 2 }), { 11: 2, 10: 1 });
});

test('of weapon parts those are taken first that fit', () => {
  const taken = spend(needing({ weapon: 100 }), { e23: 1, e13: 9, e33: 9, e43: 9 });
  assert.equal(Object.keys(taken).length, 1);
});

test('neither blueprints nor gifts are fed', () => {
  assert.deepEqual(spend(needing({ equip: 100, bond: 100 }), { e101001: 99, e101009: 99, 5997: 99 }), {});
});

test('what is taken is in the stock, covers all that the plan does not miss, and no item too much', () => {
  const feeds = Object.keys(SHIPPED_FACTS.items).filter((item) =>
    ['report', 'stone', 'part'].includes(SHIPPED_FACTS.items[item]?.kind ?? ''),
  );
  const stocks = fc.dictionary(fc.constantFrom('credits', '3030', ...feeds), fc.nat(20));
  const costs = fc
    .record({ level: fc.nat(90_000), weapon: fc.nat(30_000), equip: fc.nat(30_000), credits: fc.nat(30) })
    .map(({ credits, ...exp }) => needing(exp, { credits, items: { 3030: 12 } }));
  fc.assert(
    fc.property(costs, stocks, (cost, stock) => {
      const spent = spend(cost, stock);
      const missing = (of: Record<string, number>) =>
        findShortage(SHIPPED_FACTS, [{ studentUid: ARU, cost }], of).shortage;
      for (const [item, count] of Object.entries(spent)) assert.ok(count > 0 && count <= (stock[item] ?? 0));
      assert.deepEqual(missing(spent), missing(stock));
      for (const item of Object.keys(spent).filter((item) => feeds.includes(item))) {
        const less = missing({ ...spent, [item]: (spent[item] ?? 0) - 1 });
        const kinds = ['level', 'weapon', 'equip'] as const;
        assert.ok(kinds.some((kind) => less.exp[kind] > missing(spent).exp[kind]));
      }
    }),
  );
});
