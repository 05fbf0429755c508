import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StateName } from '../../../contract/state-fields.ts';
import { parseValues } from './parse-values.ts';

const SKILLS: StateName[] = ['skillEx', 'skillNormal', 'skillEnhanced', 'skillSub'];
const GEAR: StateName[] = ['equip1', 'equip2', 'equip3'];
const MAX_SKILLS = { skillEx: 5, skillNormal: 10, skillEnhanced: 10, skillSub: 10 };

test('values are read with any separator, or as digits that can be read in one way', () => {
  for (const text of [
    '5/10/10/10',
    ' 5 / 10 / 10 / 10 ',
    '5 10 10 10',
    '5.10.10.10',
    '5·10·10·10',
    '5101010',
  ])
    assert.deepEqual(parseValues(text, SKILLS), MAX_SKILLS, text);
  assert.deepEqual(parseValues('3777', SKILLS), {
    ...{ skillEx: 3, skillNormal: 7, skillEnhanced: 7, skillSub: 7 },
  });
  assert.deepEqual(parseValues('999', GEAR), { equip1: 9, equip2: 9, equip3: 9 });
});

test('a value that is left out stays as it is', () => {
  assert.deepEqual(parseValues('5/-/–/10', SKILLS), { skillEx: 5, skillSub: 10 });
  assert.deepEqual(parseValues('5//10/', SKILLS), { skillEx: 5, skillEnhanced: 10 });
  assert.deepEqual(parseValues('', SKILLS), {});
});

test('one number is for all of the fields', () => {
  assert.deepEqual(parseValues('9', GEAR), { equip1: 9, equip2: 9, equip3: 9 });
  assert.deepEqual(parseValues('90', ['level']), { level: 90 });
});

test('anything else is no values', () => {
  for (const text of ['5/10', '6/10/10/10', 'x', '5/10/10/x', '10', '1.5', '05/1/1/1', '51010'])
    assert.equal(parseValues(text, SKILLS), undefined, text);
  // 1, 11 and 1 or 11, 1 and 1.
  assert.equal(parseValues('1111', ['abilityHp', 'abilityAtk', 'abilityHeal']), undefined);
});
