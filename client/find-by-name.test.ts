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

test('without a match, names the three students with the most similar names', () => {
  assert.deepEqual(uidsOf('수오리').nearest.slice(0, 2).sort(), ['사오리(수영복)', '이오리(수영복)']);
  for (const { text, first } of cases)
    if (first !== undefined) assert.equal(uidsOf(text).nearest.length, 3, text);
});

test('a student may have as many aliases as a service likes', () => {
  const aliases = Array.from({ length: 200_000 }, (_, at) => `alias${at}`);
  const names = { ko: 'a', ja: 'a', en: 'a' };
  const student = { studentUid: '1', names, aliases, forms: [], attributes: {} };
  assert.deepEqual(findByName('alias', [student]).nearest, [student]);
});
