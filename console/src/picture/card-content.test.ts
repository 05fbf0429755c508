import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIELDS_OF_PART, SHARED_PARTS, type SharedPart } from '../../../contract/shares.ts';
import { STATE_NAMES } from '../../../contract/state-fields.ts';
import { describeStudent } from './card-content.ts';
import type { PictureStudent } from './picture-student.ts';

/** A number of its own for each value, so that a picture of it can only be of that one. */
const numbers = Object.fromEntries(STATE_NAMES.map((name, place) => [name, 101 + place]));
const STUDENT: PictureStudent = {
  studentUid: '10000',
  name: '시로코(라이딩)',
  ...numbers,
  wanted: { level: 201, skillEx: 202, equip1: 203, bond: 204 },
};

const subsets = SHARED_PARTS.reduce<SharedPart[][]>(
  (all, part) => all.flatMap((parts) => [parts, [...parts, part]]),
  [[]],
);

test('a card has the values of the parts that are shown, and none of the others', () => {
  assert.equal(subsets.length, 16);
  for (const shows of subsets) {
    const content = describeStudent(STUDENT, shows);
    const found = new Set(
      JSON.stringify(content)
        .match(/\b[12]\d\d\b/g)
        ?.map(Number),
    );
    for (const part of SHARED_PARTS)
      for (const field of FIELDS_OF_PART[part]) {
        const number = numbers[field] as number;
        if (!shows.includes(part)) assert.ok(!found.has(number), `${field} in ${shows}`);
      }
    for (const wanted of Object.values(STUDENT.wanted ?? {}))
      assert.equal(JSON.stringify(content).includes(String(wanted)), shows.includes('goals'), `${shows}`);
    assert.equal(content.stars !== undefined, shows.includes('weapon'));
    assert.equal(content.rows.skills !== undefined, shows.includes('growth'));
    assert.equal(content.bond !== undefined, shows.includes('bond'));
  }
});

test('what is not known is a dash among what is, and nothing where all of it is not known', () => {
  const { rows, facts, level } = describeStudent(
    {
      ...{ studentUid: '1', name: 'Aru', tier: 3, weaponTier: 0, weaponLevel: 0, level: null },
      ...{ skillEx: 5, skillNormal: null, skillEnhanced: 7, skillSub: null },
      ...{ equip1: null, equip2: null, equip3: null, equipSpecial: null },
      ...{ abilityHp: 0, abilityAtk: 0, abilityHeal: 0 },
    },
    ['weapon', 'growth'],
  );
  assert.deepEqual(
    rows.skills?.values.map(({ text }) => text),
    ['5', '–', '7', '–'],
  );
  assert.deepEqual(Object.keys(rows), ['skills']);
  assert.deepEqual([facts, level], [[], undefined]);
});

test('a value beyond which there is none is marked', () => {
  const { facts, rows } = describeStudent(
    { studentUid: '1', name: 'Aru', level: 90, skillEx: 5, skillNormal: 9, skillEnhanced: 10, skillSub: 1 },
    ['growth'],
  );
  assert.deepEqual(
    [...facts, ...(rows.skills?.values ?? [])].map(({ isHighest }) => isHighest),
    [true, true, false, true, false],
  );
});

test('the letters in place of a portrait are those of the whole name', () => {
  const { name, costume, letters } = describeStudent({ studentUid: '10100', name: '시로코*테러' }, []);
  assert.deepEqual([name, costume, letters], ['시로코', '테러', '시러']);
});
