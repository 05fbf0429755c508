import assert from 'node:assert/strict';
import { test } from 'node:test';
import { data } from '../../test/planner-save.ts';
import { detectFormat, RosterFormatError, readAccountGoals, readRoster } from './index.ts';
import { MAX_VALUES } from './parse-json.ts';
import { MAX_TEXT_LENGTH } from './roster-text.ts';

const state = { studentUid: '10000', tier: 3, weaponTier: 0, level: 80 };
const goal = {
  ...{ studentUid: '10010', wanted: { level: 90, weaponLevel: 50 }, labels: ['총력전', 'raid'] },
  ...{ note: 'after "the" event', priority: 30, isPaused: true },
};
const account = {
  exportedAt: '2026-11-24T00:00:00.000Z',
  account: { accountId: 'acc_1', name: 'yuuka' },
  students: [state],
  goals: [goal],
  stock: { credits: 5, 3021: 7 },
  ...{ keys: [{ keyId: 'key_1' }], passkeys: [], activity: [], changes: [] },
};
const write = (changes: object = {}) => JSON.stringify({ ...account, ...changes }, null, 2);
const readGoals = (changes: object) => readAccountGoals(write(changes), data);

test('the roster of an account is that of the recruited students, and says what stays behind', () => {
  const bonds = ['10098', '20048'].map((studentUid) => ({ studentUid, tier: null, bond: 5 }));
  const roster = readRoster(write({ students: [...bonds, state] }));
  assert.equal(roster.format, 'account');
  assert.deepEqual(
    roster.students.map(({ wanted }) => wanted),
    [state],
  );
  assert.deepEqual(
    roster.warnings.map(({ code, students }) => [code, students]),
    [
      ['roster_only', undefined],
      ['bonds_left_out', ['10098', '20048']],
    ],
  );
  assert.deepEqual(
    readRoster(write()).warnings.map(({ code }) => code),
    ['roster_only'],
  );
});

test('an account is told from other texts by its shape', () => {
  const { exportedAt, students, ...rest } = account;
  assert.equal(detectFormat(write()), 'account');
  assert.equal(
    detectFormat(JSON.stringify({ ...rest, students, exportedAt })),
    'account',
    'in another order',
  );
  assert.equal(detectFormat(JSON.stringify({ exportedAt, students })), 'account', 'without goals and stock');
  assert.equal(detectFormat(JSON.stringify({ students })), 'json');
  for (const other of [{ students: undefined }, { students: {} }, { exportedAt: 5, students: [] }])
    assert.notEqual(detectFormat(write(other)), 'account');
  assert.throws(() => readRoster(JSON.stringify({ exportedAt, students, rollbook: 2 })), /newer program/);
  assert.throws(() => readAccountGoals('{"rollbook":1,"students":[]}', data), RosterFormatError);
});

test('nothing after the stock is read, however long it is, and whether or not it is whole', () => {
  const changes = Array.from({ length: MAX_VALUES }, (_, number) => ({ number, fields: { level: [1, 2] } }));
  const { wanted } = readRoster(write({ changes })).students[0] ?? {};
  assert.deepEqual(wanted, state);
  const text = `${write()}${' '.repeat(MAX_TEXT_LENGTH)}`;
  assert.deepEqual(readAccountGoals(text, data).goals[0]?.goal.note, goal.note);
  const cut = write().slice(0, write().indexOf('"keys"'));
  assert.equal(detectFormat(cut), 'account');
  assert.throws(() => readRoster(write().slice(0, write().indexOf('"stock"'))), /not valid/);
});

test('goals have all that they had, and the stock its counts', () => {
  const { studentUid, ...settings } = goal;
  assert.deepEqual(readGoals({}), {
    goals: [{ studentUid, goal: settings, warnings: [] }],
    stock: { 3021: 7, credits: 5 },
    ...{ skipped: [], warnings: [] },
  });
});

test('goals of students and items that the catalogue lacks are named, and forms are one student', () => {
  const { goals, skipped, stock, warnings } = readGoals({
    goals: [
      { ...goal, studentUid: '99999', name: '미카' },
      { ...goal, studentUid: '10099' },
      { ...goal, studentUid: '10098' },
      { wanted: { level: 90 } },
      { studentUid: '10000', wanted: { tier: 3, weaponTier: 1 } },
      { studentUid: '20048', wanted: {} },
      null,
    ],
    stock: { 3021: 7, 9999999: 1, 3020: -1 },
  });
  assert.deepEqual(
    goals.map(({ studentUid }) => studentUid),
    ['10098'],
  );
  assert.deepEqual(
    skipped.map(({ studentUid, name, reason }) => [studentUid, name, reason.code]),
    [
      ['99999', '미카', 'student_unknown'],
      ['10098', undefined, 'conflicting_row'],
      ['', undefined, 'uid_missing'],
      ['10000', undefined, 'goal_unreadable'],
      ['20048', undefined, 'goal_unreadable'],
      ['', undefined, 'uid_missing'],
    ],
  );
  assert.deepEqual(stock, { 3021: 7 });
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['items_unknown', 'counts_left_out'],
  );
});

test('what is invalid in a goal is left out, and the rest of it is read', () => {
  const [read] = readGoals({
    goals: [
      {
        ...{ studentUid: '10000', wanted: { level: 90, skillEx: 6, bond: '5', weaponLevel: 61, tier: null } },
        ...{ labels: ['a', 'a'], note: '\u0000', priority: 10_000, isPaused: 'yes' },
      },
    ],
  }).goals;
  assert.deepEqual(read?.goal, { wanted: { level: 90 } });
  assert.deepEqual(
    read?.warnings.map(({ code, field, en }) => field ?? [code, en.split(' ').slice(3, 4)]),
    [
      ...['skillEx', 'weaponLevel', 'bond'],
      ['goal_field_left_out', ['list']],
      ['goal_field_left_out', ['note']],
      ['goal_field_left_out', ['priority']],
      ['goal_field_left_out', ['pause']],
    ],
  );
  for (const labels of [['a'.repeat(41)], [' a'], [5], 'a', Array.from({ length: 11 }, (_, i) => `${i}`)])
    assert.equal(readGoals({ goals: [{ ...goal, labels }] }).goals[0]?.goal.labels, undefined, `${labels}`);
});
