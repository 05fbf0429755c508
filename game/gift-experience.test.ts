import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SHIPPED_FACTS } from '../test/shipped-growth.ts';
import { chooseGifts, giftExperience, rankGifts } from './gift-experience.ts';

const UIDS = Object.keys(SHIPPED_FACTS.students);
const GIFTS = Object.keys(SHIPPED_FACTS.items).filter((id) => SHIPPED_FACTS.items[id]?.kind === 'gift');
const ARU = '10000';

test('a gift is worth more with each tag that the student likes, up to three', () => {
  // A map (one tag of hers), a pillow (none), the two kinds of bouquets.
  for (const [gift, exp] of [
    ['5017', 60],
    ['5000', 20],
    ['5100', 120],
    ['5997', 240],
    ['5999', 60],
  ] as const)
    assert.equal(giftExperience(SHIPPED_FACTS, ARU, gift), exp, gift);
});

test('every gift gives each student one of the values of its rarity', () => {
  const values: Record<string, number[]> = { SR: [20, 40, 60, 80], SSR: [60, 120, 180, 240] };
  for (const uid of UIDS)
    for (const gift of GIFTS)
      assert.ok(
        values[SHIPPED_FACTS.items[gift]?.rarity ?? '']?.includes(giftExperience(SHIPPED_FACTS, uid, gift)),
        `${uid} ${gift}`,
      );
});

test('what is no gift gives nothing, and what nobody knows is an error', () => {
  assert.equal(giftExperience(SHIPPED_FACTS, ARU, '13'), 0);
  assert.throws(() => giftExperience(SHIPPED_FACTS, ARU, 'constructor'), RangeError);
  assert.throws(() => giftExperience(SHIPPED_FACTS, '10099', '5000'), RangeError);
  const facts = { ...SHIPPED_FACTS, students: { new: { star: 3 } } };
  assert.throws(() => giftExperience(facts, 'new', '5000'), RangeError);
  assert.deepEqual(rankGifts(facts, 'new'), []);
});

test('gifts are ranked by their value, favourites first among equals', () => {
  for (const uid of UIDS) {
    const ranked = rankGifts(SHIPPED_FACTS, uid);
    assert.equal(ranked.length, GIFTS.length);
    for (const [i, { itemId, exp, isFavourite }] of ranked.entries()) {
      assert.equal(exp, giftExperience(SHIPPED_FACTS, uid, itemId));
      const { [i + 1]: next } = ranked;
      assert.ok(
        next === undefined || exp > next.exp || (exp === next.exp && (isFavourite || !next.isFavourite)),
      );
    }
  }
  const favourites = rankGifts(SHIPPED_FACTS, ARU).filter(({ isFavourite }) => isFavourite);
  assert.ok(favourites.some(({ itemId }) => itemId === '5017'));
  assert.ok(favourites.every(({ itemId }) => itemId !== '5997'));
});

const choose = (missing: number, stock: Record<string, number>) =>
  chooseGifts(SHIPPED_FACTS, ARU, missing, stock);

test('the fewest gifts are chosen, and the last is the smallest that will do', () => {
  // Aru: 5997 is worth 240, 5100 is 120, 5017 is 60, 5000 is 20.
  assert.deepEqual(choose(250, { 5997: 3, 5000: 9 }), { gifts: { 5997: 1, 5000: 1 }, missing: 0 });
  assert.deepEqual(choose(230, { 5997: 1, 5000: 11 }), { gifts: { 5997: 1 }, missing: 0 });
  assert.deepEqual(choose(480, { 5997: 2 }), { gifts: { 5997: 2 }, missing: 0 });
  assert.deepEqual(choose(310, { 5997: 1, 5017: 1, 5000: 1 }), {
    gifts: { 5997: 1, 5017: 1, 5000: 1 },
    missing: 0,
  });
  assert.deepEqual(choose(1000, { 5997: 1, 5017: 1, 13: 5 }), { gifts: { 5997: 1, 5017: 1 }, missing: 700 });
  assert.deepEqual(choose(0, { 5997: 1 }), { gifts: {}, missing: 0 });
});

test('chosen gifts are in the stock, and without any of them the experience is missing', () => {
  const anyStock = fc.dictionary(fc.constantFrom(...GIFTS), fc.nat(5));
  fc.assert(
    fc.property(fc.constantFrom(...UIDS), fc.nat(5000), anyStock, (uid, needed, stock) => {
      const { gifts, missing } = chooseGifts(SHIPPED_FACTS, uid, needed, stock);
      const given = Object.entries(gifts).map(([gift, count]) => {
        assert.ok(count > 0 && count <= (stock[gift] ?? 0));
        return { count, exp: giftExperience(SHIPPED_FACTS, uid, gift) };
      });
      const total = given.reduce((sum, { count, exp }) => sum + count * exp, 0);
      assert.equal(missing, Math.max(needed - total, 0));
      for (const { exp } of given) assert.ok(total - exp < needed);
      if (missing > 0)
        assert.deepEqual(gifts, Object.fromEntries(Object.entries(stock).filter(([, n]) => n > 0)));
    }),
  );
});
