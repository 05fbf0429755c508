import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StudentAttributes } from '../../../game/attributes.ts';
import { makeEntry } from '../roster/test-entries.ts';
import { toPictureStudents } from './picture-student.ts';

const OPTIONS = {
  parts: [],
  names: 'ko',
  describe: ({ school }: StudentAttributes) => ({ kind: `딜러 · ${school}` }),
  wantedOf: () => undefined,
} as const;

test('those who are recruited are in a picture, with their school and the values of the parts', () => {
  const entries = [
    makeEntry(
      '1',
      { tier: 5, weaponTier: 3, level: 90, bond: 20 },
      { name: '아루', attributes: { school: 'gehenna' } },
    ),
    makeEntry('2', null),
  ];
  assert.deepEqual(toPictureStudents(entries, OPTIONS), [
    { studentUid: '1', name: '아루', school: 'gehenna', kind: '딜러 · gehenna' },
  ]);
  const [student] = toPictureStudents(entries, {
    ...OPTIONS,
    parts: ['weapon', 'goals'],
    wantedOf: () => ({ level: 5 }),
  });
  assert.deepEqual(student, {
    ...{ studentUid: '1', name: '아루', school: 'gehenna', kind: '딜러 · gehenna' },
    ...{ tier: 5, weaponTier: 3, weaponLevel: student?.weaponLevel, wanted: { level: 5 } },
  });
});
