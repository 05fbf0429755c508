import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planChange } from '../../../../client/plan-student.ts';
import { completeGoal, type GoalSettings } from '../../../../contract/goals.ts';
import type { StudentPatch, StudentRegistration } from '../../../../contract/state-fields.ts';
import { applyRegistration } from '../../../../contract/state-rules.ts';
import { isWrite, type WriteEntry } from '../../changes/change-entries.ts';
import { findReachedGoals } from './reached-goals.ts';

const [ARU, EIMI] = ['10000', '10001'];
const STATE = { tier: 3, weaponTier: 0, level: 70, skillEx: 3 };

const goal = (studentUid: string, wanted: GoalSettings['wanted'], more: Partial<GoalSettings> = {}) => ({
  studentUid,
  ...completeGoal({ wanted, ...more }),
});

/** The write of a text with these values, and the losses that are allowed. */
function change(studentUid: string, values: StudentPatch, allowed: readonly string[] = []): WriteEntry {
  const before = { studentUid, ...applyRegistration(undefined, STATE) };
  const wanted: StudentRegistration = { studentUid, tier: 3, weaponTier: 0, ...values };
  const entry = planChange(before, wanted, (name) => allowed.includes(name));
  assert.ok(isWrite(entry), entry.action);
  return entry;
}

test('a goal is reached by the state after the write, values included that the text does not have', () => {
  const goals = [goal(ARU, { level: 70, skillEx: 4 })];
  assert.deepEqual(findReachedGoals([change(ARU, { skillEx: 4 })], goals), [
    { studentUid: ARU, isNew: false },
  ]);
  assert.deepEqual(findReachedGoals([change(ARU, { level: 71 })], goals), []);
});

test('paused goals are reached too, in the order of the goals, and those of other students are not', () => {
  const goals = [
    goal('10010', { level: 1 }),
    goal(EIMI, { level: 80 }, { isPaused: true }),
    goal(ARU, { level: 75 }),
  ];
  const entries = [change(ARU, { level: 80 }), change(EIMI, { level: 80 })];
  assert.deepEqual(
    findReachedGoals(entries, goals).map(({ studentUid }) => studentUid),
    [EIMI, ARU],
  );
});

test('a goal that was reached before, or that an allowed loss misses, is not reached', () => {
  assert.deepEqual(findReachedGoals([change(ARU, { level: 80 })], [goal(ARU, { skillEx: 3 })]), []);
  const lowered = change(ARU, { level: 80, skillEx: 1 }, ['skillEx']);
  assert.deepEqual(findReachedGoals([lowered], [goal(ARU, { level: 80, skillEx: 3 })]), []);
  assert.equal(
    findReachedGoals([change(ARU, { level: 80, skillEx: 1 })], [goal(ARU, { level: 80, skillEx: 3 })]).length,
    1,
  );
});

test('a registration reaches a goal, and a removal none', () => {
  const state: StudentRegistration = { studentUid: ARU, tier: 3, weaponTier: 0, level: 75 };
  const goals = [goal(ARU, { level: 75 })];
  assert.deepEqual(findReachedGoals([{ action: 'register', studentUid: ARU, state }], goals), [
    { studentUid: ARU, isNew: true },
  ]);
  const before = { ...applyRegistration(undefined, STATE), studentUid: ARU };
  assert.deepEqual(findReachedGoals([{ action: 'remove', studentUid: ARU, before }], goals), []);
});
