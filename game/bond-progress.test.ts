import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bondInterval } from '../contract/bond.ts';
import { bondProgress, rankOfExperience } from './bond-progress.ts';

test('what is left to the next rank counts from the experience', () => {
  const { from, to } = bondInterval(10);
  assert.deepEqual(bondProgress(10, from), { from, to, left: to + 1 - from });
  assert.deepEqual(bondProgress(10, null), { from, to, left: null });
  assert.equal(bondProgress(100, 240225).left, null);
});

test('every experience belongs to the rank whose interval holds it', () => {
  for (let rank = 1; rank <= 100; rank += 1) {
    const { from, to } = bondInterval(rank);
    assert.equal(rankOfExperience(from), rank);
    assert.equal(rankOfExperience(to), rank);
  }
});
