import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderBy, type RosterOrder, sortRoster } from './sort-roster.ts';
import { LABELS, makeEntry, uidsOf } from './test-entries.ts';

const ROSTER = [
  makeEntry('low', { level: 10, tier: 2 }, { name: '하나' }),
  makeEntry('unknown', { level: null, tier: 5, weaponTier: 1 }, { name: '가나' }),
  makeEntry('absent', null, { name: '나나' }),
  makeEntry('high', { level: 80, tier: 5 }, { name: '다나' }),
];
const sorted = (by: RosterOrder['by'], descending = false) =>
  uidsOf(sortRoster(ROSTER, { by, descending }, { names: 'ko', labels: LABELS }));

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

test('attributes are in the order of their labels, and days and stars the other way round', () => {
  const students = [
    makeEntry('trinity', null, { attributes: { school: 'trinity', star: 1, released: '2021-02-04' } }),
    makeEntry('unknown', null, { attributes: { released: null } }),
    makeEntry('abydos', null, { attributes: { school: 'abydos', star: 3, released: '2026-01-02' } }),
    makeEntry('gehenna', null, { attributes: { school: 'gehenna', star: 2, released: '2023-05-06' } }),
  ];
  const ordered = (by: RosterOrder['by']) =>
    uidsOf(sortRoster(students, orderBy(by), { names: 'ko', labels: LABELS }));
  assert.deepEqual(ordered('school'), ['gehenna', 'trinity', 'abydos', 'unknown']);
  assert.deepEqual(ordered('star'), ['abydos', 'gehenna', 'trinity', 'unknown']);
  assert.deepEqual(ordered('released'), ['abydos', 'gehenna', 'trinity', 'unknown']);
});
