import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterRoster, NO_FILTER, type RosterFilter } from './filter-roster.ts';
import { makeEntry, uidsOf } from './test-entries.ts';

const COMPLETE = {
  ...{ level: 90, skillEx: 5, skillNormal: 10, skillEnhanced: 10, skillSub: 10 },
  ...{ equip1: 10, equip2: 10, equip3: 10, bond: 20 },
};
const ROSTER = [
  makeEntry('complete', { ...COMPLETE, tier: 5, weaponTier: 2 }),
  makeEntry('young', { ...COMPLETE, level: 35 }),
  makeEntry('unrecorded', { level: 90 }),
  makeEntry('absent', null),
];
const filtered = (filter: Partial<RosterFilter>) => uidsOf(filterRoster(ROSTER, { ...NO_FILTER, ...filter }));

test('no filter keeps every student in order', () => {
  assert.deepEqual(filtered({}), ['complete', 'young', 'unrecorded', 'absent']);
});

test('students are filtered by whether they are recruited', () => {
  assert.deepEqual(filtered({ recruited: 'recruited' }), ['complete', 'young', 'unrecorded']);
  assert.deepEqual(filtered({ recruited: 'not-recruited' }), ['absent']);
});

test('stars count those of the unique weapon above five', () => {
  assert.deepEqual(filtered({ stars: 7 }), ['complete']);
  assert.deepEqual(filtered({ stars: 3 }), ['young', 'unrecorded']);
  assert.deepEqual(filtered({ stars: 5 }), []);
});

test('a value that is not recorded is missing, and a student who is not recruited misses nothing', () => {
  assert.deepEqual(filtered({ missing: 'unrecorded' }), ['unrecorded']);
  assert.deepEqual(filtered({ missing: 'skills' }), ['unrecorded']);
  assert.deepEqual(filtered({ missing: 'equipment' }), ['unrecorded']);
  assert.deepEqual(filtered({ missing: 'weapon' }), ['young', 'unrecorded']);
});

test('a level that is not recorded is below every other, and those who are not recruited have none', () => {
  const roster = [...ROSTER, makeEntry('no level', { level: null })];
  const below = (level: number) => uidsOf(filterRoster(roster, { ...NO_FILTER, below: level }));
  assert.deepEqual(below(30), ['no level']);
  assert.deepEqual(below(50), ['young', 'no level']);
  assert.deepEqual(below(90), ['young', 'no level']);
});

test('attributes are filtered together with the state', () => {
  const roster = [
    makeEntry('low', { level: 10 }, { attributes: { school: 'trinity' } }),
    makeEntry('high', { level: 90 }, { attributes: { school: 'trinity' } }),
    makeEntry('other', { level: 10 }, { attributes: { school: 'gehenna' } }),
    makeEntry('absent', null, { attributes: { school: 'trinity' } }),
  ];
  const attributes = { school: ['trinity'] };
  assert.deepEqual(uidsOf(filterRoster(roster, { ...NO_FILTER, attributes })), ['low', 'high', 'absent']);
  assert.deepEqual(uidsOf(filterRoster(roster, { ...NO_FILTER, attributes, below: 80 })), ['low']);
});
