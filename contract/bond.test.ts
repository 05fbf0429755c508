import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bondInterval, normalizeBondExp } from './bond.ts';
import { BOND_RANK_STARTS } from './bond-ranks.ts';

test('the bond ranks cover 0 to 240225 without gaps', () => {
  assert.equal(BOND_RANK_STARTS.length, 100);
  assert.deepEqual(bondInterval(1), { from: 0, to: 14 });
  assert.deepEqual(bondInterval(2), { from: 15, to: 44 });
  assert.deepEqual(bondInterval(99), { from: 233010, to: 240224 });
  assert.deepEqual(bondInterval(100), { from: 240225, to: 240225 });
  for (let rank = 2; rank <= 100; rank += 1)
    assert.equal(bondInterval(rank).from, bondInterval(rank - 1).to + 1);
});

test('throws for bond rank 0 and for ranks above 100', () => {
  assert.throws(() => bondInterval(0), RangeError);
  assert.throws(() => bondInterval(101), RangeError);
});

test('keeps an experience only within the interval of its rank', () => {
  for (let rank = 1; rank <= 100; rank += 1) {
    const { from, to } = bondInterval(rank);
    assert.equal(normalizeBondExp(rank, from), from);
    assert.equal(normalizeBondExp(rank, to), to);
    assert.equal(normalizeBondExp(rank, from - 1), null);
    assert.equal(normalizeBondExp(rank, to + 1), null);
  }
  assert.equal(normalizeBondExp(null, 20), null);
  assert.equal(normalizeBondExp(2, null), null);
});
