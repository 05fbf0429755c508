import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderSharedStudents } from './order-shared-students.ts';

test('the best come first, by what is shown of them', () => {
  const order = (...students: object[]) =>
    orderSharedStudents(
      students.map((student, place) => ({ studentUid: `${place}`, name: `${9 - place}`, ...student })),
      'ko',
    ).map(({ studentUid }) => studentUid);
  assert.deepEqual(order({ tier: 3, level: 90 }, { tier: 5, weaponTier: 1 }, { tier: 5 }), ['1', '2', '0']);
  assert.deepEqual(order({ level: 3 }, { level: null }, { level: 90 }), ['2', '0', '1']);
  assert.deepEqual(order({}, {}), ['1', '0']);
});
