import assert from 'node:assert/strict';
import { test } from 'node:test';
import shipped from '../data/students.json' with { type: 'json' };
import cases from './cases/names.json' with { type: 'json' };
import { findByName } from './find-by-name.ts';

const students = shipped.map(({ uid, names, aliases, ...rest }) => ({
  studentUid: uid,
  names,
  aliases,
  forms: 'otherForms' in rest ? (rest.otherForms as string[]) : [],
  attributes: {},
}));
const uidsOf = (text: string) => {
  const { matches, nearest } = findByName(text, students);
  return {
    matches: matches.map(({ studentUid }) => studentUid),
    nearest: nearest.map(({ names }) => names.ko),
  };
};

/** The client in Python passes these too. */
for (const { text, matches = [], first } of cases)
  test(`${text} names ${[...matches, first ?? []].flat().join(', ') || 'no student'}`, () => {
    const found = uidsOf(text);
    assert.deepEqual(found.matches, matches);
    assert.equal(found.nearest[0], first);
  });

test('finds every student by each name, alias and UID', () => {
  for (const { studentUid, forms, names, aliases } of students)
    for (const text of [studentUid, ...forms, ...Object.values(names), ...aliases])
      if (text !== 'Misaki') assert.deepEqual(uidsOf(text).matches, [studentUid], text);
});

test('without a match, names up to three students who may be meant', () => {
  assert.deepEqual(uidsOf('수오리').nearest.sort(), ['사오리(수영복)', '이오리(수영복)']);
  assert.equal(uidsOf('Hoshinno').nearest.length, 2);
  assert.equal(uidsOf('Shirko').nearest.length, 3);
});

test('names nobody in another costume than the text has', () => {
  for (const [text, costume] of [
    ['Hosino swimsuit', '(수영복)'],
    ['수시너', '(수영복)'],
    ['NY Harna', '(새해)'],
    ['바니내루', '(바니걸)'],
  ] as const)
    for (const name of uidsOf(text).nearest)
      assert.ok(name.endsWith(costume) || !name.includes('('), `${text} ${name}`);
  for (const name of uidsOf('호시누').nearest) assert.ok(!name.includes('('), name);
});

test('a student may have as many aliases as a service likes', () => {
  const aliases = Array.from({ length: 200_000 }, (_, at) => `alias${at}`);
  const names = { ko: 'a', ja: 'a', en: 'a' };
  const student = { studentUid: '1', names, aliases, forms: [], attributes: {} };
  assert.deepEqual(findByName('alias', [student]).nearest, [student]);
});
