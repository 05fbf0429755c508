import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftOf, findProblems, freeName, newDraft, setBorrowed, toDay, toSettings } from './share-draft.ts';

const NOW = new Date(2026, 4, 10, 15, 30).getTime();
const HOUR_MS = 60 * 60 * 1000;
const draft = newDraft('내 학생', undefined, NOW);
const at = (day: number, hours = 0, minutes = 0, seconds = 0) =>
  new Date(2026, 4, day, hours, minutes, seconds).toISOString();

test('a new link shows all students without goals and name, and has no end', () => {
  assert.deepEqual(toSettings(draft, null, NOW), {
    name: '내 학생',
    shows: ['weapon', 'growth', 'bond'],
    students: null,
    showsPlayer: false,
    borrow: {},
    expiresAt: null,
  });
});

test('a link lasts a week, a month, or until the end of its last day where the player is', () => {
  const endOf = (changes: Partial<typeof draft>) => toSettings({ ...draft, ...changes }, null, NOW).expiresAt;
  assert.equal(Date.parse(endOf({ end: 'week' }) ?? '') - NOW, 7 * 24 * HOUR_MS);
  assert.equal(Date.parse(endOf({ end: 'month' }) ?? '') - NOW, 30 * 24 * HOUR_MS);
  assert.equal(endOf({ end: 'date', lastDay: '2026-05-12' }), at(12, 23, 59, 59));
  assert.equal(endOf({ end: 'date', lastDay: '' }), null);
});

test('the last day is asked for where it is missing or over, and today is still to come', () => {
  const problemOf = (lastDay: string) => findProblems({ ...draft, end: 'date', lastDay }, null, NOW).end;
  assert.equal(problemOf(''), 'missing');
  assert.equal(problemOf('2026-05-09'), 'past');
  assert.equal(problemOf('2026-05-10'), undefined);
  assert.equal(findProblems({ ...draft, end: 'never', lastDay: '' }, null, NOW).end, undefined);
});

test('a link that is changed keeps the moment of its end, and one that has ended asks for another', () => {
  const before = at(12, 8);
  const settings = { ...toSettings(draft, null, NOW), expiresAt: before, picture: null };
  const changed = draftOf(settings, NOW);
  assert.equal(changed.end, 'date');
  assert.equal(toSettings(changed, before, NOW).expiresAt, before);
  assert.equal(toSettings({ ...changed, lastDay: '2026-05-13' }, before, NOW).expiresAt, at(13, 23, 59, 59));
  const later = Date.parse(before) + HOUR_MS;
  assert.equal(findProblems(changed, before, later).end, 'past');
});

test('a list needs somebody: those who are chosen, or who can be borrowed', () => {
  const list = newDraft('내 학생', [], NOW);
  assert.equal(findProblems(list, null, NOW).hasNoStudent, true);
  assert.equal(findProblems({ ...list, students: 'all' }, null, NOW).hasNoStudent, false);
  const borrow = setBorrowed(setBorrowed({}, 'raid', ['10000', '10001']), 'tower', ['10001']);
  assert.equal(findProblems({ ...list, borrow }, null, NOW).hasNoStudent, false);
  assert.deepEqual(toSettings({ ...list, borrow }, null, NOW).students, ['10000', '10001']);
  assert.deepEqual(toSettings({ ...list, chosen: ['10005'], borrow }, null, NOW).students, ['10005']);
});

test('a slot without students is no part of a link', () => {
  const borrow = setBorrowed({}, 'raid', ['10000']);
  assert.deepEqual(borrow, { raid: ['10000'] });
  assert.deepEqual(setBorrowed(borrow, 'raid', []), {});
});

test('a day is that of the place, and a name that is taken gets a number', () => {
  assert.equal(toDay(NOW), '2026-05-10');
  assert.equal(toDay(new Date(2026, 0, 1, 0, 0).getTime()), '2026-01-01');
  assert.equal(freeName('내 학생', []), '내 학생');
  assert.equal(freeName('내 학생', ['내 학생', '내 학생 2']), '내 학생 3');
  assert.equal(freeName('a'.repeat(100), ['a'.repeat(100)]), `${'a'.repeat(98)} 2`);
});
