import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RecruitedStudent, STATE_NAMES, type StudentRegistration } from '../contract/state-fields.ts';
import { planRoster } from './plan.ts';

const empty = Object.fromEntries(STATE_NAMES.map((name) => [name, null]));
const recruited = (state: StudentRegistration): RecruitedStudent =>
  ({ ...empty, ...state }) as RecruitedStudent;
const student = (studentUid: string, forms: string[] = []) => ({
  studentUid,
  names: { ko: studentUid, ja: studentUid, en: studentUid },
  aliases: [],
  forms,
  attributes: {},
});
const CATALOGUE = [student('1'), student('2'), student('3', ['33']), student('4')];
const state = (studentUid: string, more = {}): StudentRegistration => ({
  studentUid,
  tier: 3,
  weaponTier: 0,
  ...more,
});
const plan = (wanted: StudentRegistration[], current: RecruitedStudent[] = [], options = {}) =>
  planRoster(wanted, current, CATALOGUE, options).entries;

test('a plan sees through bond experience that the service would store as null', () => {
  const current = [recruited(state('1', { bond: 3, bondExp: null }))];
  assert.equal(plan([state('1', { bond: 3, bondExp: 5 })], current)[0]?.action, 'unchanged');
  const changed = plan([state('1', { bond: 3, bondExp: 45 })], current)[0];
  assert.deepEqual(changed?.action === 'change' && changed.changes, { bondExp: 45 });
});

test('a placeholder replaces no null, but any other value, and is registered', () => {
  const current = [recruited(state('1', { bond: 3 })), recruited(state('2', { level: 5, bond: 3 }))];
  const [one, two, three] = plan(
    ['1', '2', '3'].map((uid) => state(uid, { level: 1, bond: 1 })),
    current,
    { placeholders: { level: 1 }, lower: true },
  );
  assert.deepEqual(one?.action === 'change' && one.changes, { bond: 1 });
  assert.deepEqual(two?.action === 'change' && two.changes, { level: 1, bond: 1 });
  assert.deepEqual(three?.action === 'register' && three.state, state('3', { level: 1, bond: 1 }));
});

test('prune keeps students of whom the text has nothing but defaults, in any form', () => {
  const current = ['1', '2', '3'].map((uid) => recruited(state(uid)));
  const options = { prune: true, untouched: [state('2'), state('33')] };
  assert.deepEqual(
    plan([state('1')], current, options).map(({ studentUid, action }) => [studentUid, action]),
    [['1', 'unchanged']],
  );
});

test('only with lower, a plan takes rows of defaults, and none of a student with another row', () => {
  const current = [recruited(state('1', { level: 9 }))];
  const options = { untouched: [state('1', { level: 1 }), state('2'), state('33')] };
  const actions = (lower: boolean) =>
    plan([state('3', { level: 5 })], current, { ...options, lower }).map(({ studentUid, action }) => [
      studentUid,
      action,
    ]);
  assert.deepEqual(actions(false), [['3', 'register']]);
  assert.deepEqual(actions(true), [
    ['1', 'change'],
    ['2', 'register'],
    ['3', 'register'],
  ]);
});
