import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summarizeRoster } from './summarize-roster.ts';
import { makeEntry } from './test-entries.ts';

test('a roster is counted by stars, and averages say how many are recorded and leave out the others', () => {
  const summary = summarizeRoster([
    makeEntry('a', { tier: 5, weaponTier: 4, level: 90, bond: 20 }),
    makeEntry('b', { tier: 3, level: 35 }),
    makeEntry('c', { tier: 3 }),
    makeEntry('d', null),
  ]);
  assert.deepEqual(summary, {
    total: 4,
    recruited: 3,
    byStarRank: [0, 0, 2, 0, 0, 0, 0, 0, 1],
    averageLevel: { mean: 62.5, count: 2 },
    averageBond: { mean: 20, count: 1 },
  });
});

test('an empty roster has no averages', () => {
  const { recruited, averageLevel, averageBond } = summarizeRoster([makeEntry('a', null)]);
  assert.deepEqual([recruited, averageLevel, averageBond], [0, null, null]);
});
