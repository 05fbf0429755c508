import assert from 'node:assert/strict';
import { test } from 'node:test';
import shipped from '../data/students.json' with { type: 'json' };
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

test('a name goes before the alias of another student, in any spelling', () => {
  for (const text of ['Misaki', 'misaki', 'ミサキ', '미사키'])
    assert.deepEqual(uidsOf(text).matches, ['10041']);
  assert.deepEqual(uidsOf('Shokuhou Misaki').matches, ['10080']);
});

test('finds every student by each name, alias and UID', () => {
  for (const { studentUid, forms, names, aliases } of students)
    for (const text of [studentUid, ...forms, ...Object.values(names), ...aliases])
      if (text !== 'Misaki') assert.deepEqual(uidsOf(text).matches, [studentUid], text);
});

test('without a match, names the students with the most similar names', () => {
  const nearest: [text: string, first: string][] = [
    ['Hoshinno', '호시노'],
    ['Shirko', '시로코'],
    ['Yuka', '유우카'],
    ['Hosino swimsuit', '호시노(수영복)'],
    ['Swimsuit Hoshino', '호시노(수영복)'],
    ['수시너', '호시노(수영복)'],
    ['호시누', '호시노'],
    ['히후', '히후미'],
    ['ホシ', '호시노'],
  ];
  for (const [text, first] of nearest) assert.equal(uidsOf(text).nearest[0], first, text);
  assert.deepEqual(uidsOf('수오리').nearest.slice(0, 2).sort(), ['사오리(수영복)', '이오리(수영복)']);
  for (const [text] of nearest) assert.equal(uidsOf(text).nearest.length, 3, text);
});

test('names no student where nothing is similar', () => {
  for (const text of ['zzzzzz', '99999', '없는학생이름']) assert.deepEqual(uidsOf(text).nearest, [], text);
});
