import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeEntry } from '../../roster/test-entries.ts';
import { clampRank, lowerRank, planRegistrations, type TapStars, tapRank } from './pick-ranks.ts';

/** The stars after each of several taps. */
function tapOften(count: number, own: number | undefined, stars: TapStars): number[] {
  let rank = 0;
  return Array.from({ length: count }, () => {
    rank = tapRank(rank, own, stars);
    return rank;
  });
}

test('taps give the own stars, then one more each up to the last of the weapon, then none', () => {
  assert.deepEqual(tapOften(10, 1, 'own'), [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
  assert.deepEqual(tapOften(8, 3, 'own'), [3, 4, 5, 6, 7, 8, 9, 0]);
  assert.deepEqual(tapOften(2, undefined, 'own'), [1, 2]);
});

test('where stars are chosen, one tap gives them and the next takes the student out', () => {
  assert.deepEqual(tapOften(3, 1, 5), [5, 0, 5]);
  assert.equal(tapRank(3, 3, 7), 7);
  assert.equal(tapRank(9, 3, 7), 7);
});

test('nobody gets fewer than the own stars or more than there are', () => {
  assert.deepEqual(tapOften(2, 3, 2), [3, 0]);
  assert.deepEqual([clampRank(0, 2), clampRank(4, 2), clampRank(12, 2), clampRank(0)], [2, 4, 9, 1]);
});

test('a star is taken back down to the own ones, and then the student', () => {
  assert.deepEqual([lowerRank(6, 3), lowerRank(4, 3), lowerRank(3, 3), lowerRank(1)], [5, 3, 0, 0]);
  assert.equal(lowerRank(0, 3), 0);
});

test('those who are picked are registered with their stars, which spends nothing; who is recruited stays', () => {
  const entries = [
    makeEntry('1', null),
    makeEntry('2', { tier: 4 }),
    makeEntry('3', null),
    makeEntry('4', null),
  ];
  const picks = new Map([
    ['4', 7],
    ['2', 5],
    ['1', 3],
    ['gone', 3],
  ]);
  assert.deepEqual(planRegistrations(picks, entries), [
    { studentUid: '1', changes: { tier: 3, weaponTier: 0 }, spends: false },
    { studentUid: '4', changes: { tier: 5, weaponTier: 2 }, spends: false },
  ]);
});
