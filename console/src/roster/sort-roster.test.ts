import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RosterOrder, sortRoster } from './sort-roster.ts';
import { makeEntry, uidsOf } from './test-entries.ts';

const ROSTER = [
  makeEntry('low', { level: 10, tier: 2 }, '하나'),
  makeEntry('unknown', { level: null, tier: 5, weaponTier: 1 }, '가나'),
  makeEntry('absent', null, '나나'),
  makeEntry('high', { level: 80, tier: 5 }, '다나'),
];
const sorted = (by: RosterOrder['by'], descending = false) =>
  uidsOf(sortRoster(ROSTER, { by, descending }, 'ko'));

test('the catalogue has its own order, which can be reversed', () => {
  assert.deepEqual(sorted('catalogue'), ['low', 'unknown', 'absent', 'high']);
  assert.deepEqual(sorted('catalogue', true), ['high', 'absent', 'unknown', 'low']);
});

test('students without the value come last in both directions', () => {
  assert.deepEqual(sorted('level'), ['low', 'high', 'unknown', 'absent']);
  assert.deepEqual(sorted('level', true), ['high', 'low', 'unknown', 'absent']);
});

test('stars of the unique weapon come after five stars', () => {
  assert.deepEqual(sorted('stars', true), ['unknown', 'high', 'low', 'absent']);
});

test('names are in the order of their language', () => {
  assert.deepEqual(sorted('name'), ['unknown', 'absent', 'high', 'low']);
});
