import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Goal } from '../../../contract/goals.ts';
import type { GrowthState } from '../../../contract/state-fields.ts';
import { applyRegistration } from '../../../contract/state-rules.ts';
import type { GoalPreset } from './goal-presets.ts';
import { type ExistingGoals, planBulkGoals } from './plan-bulk-goals.ts';

const SKILLS = { skillEx: 5, skillNormal: 10 };
const preset: GoalPreset = {
  name: { ko: '스킬', en: 'Skills' },
  hint: { ko: '', en: '' },
  wantedFor: () => SKILLS,
};
const stateWith = (values: Partial<GrowthState>): GrowthState =>
  applyRegistration(undefined, { tier: 3, weaponTier: 0, ...values });
const goalOf = (wanted: Goal['wanted'], rest: Partial<Goal> = {}): Goal => ({
  ...{ studentUid: '10000', wanted, labels: ['raid'], note: 'soon', priority: 7, isPaused: true },
  ...rest,
});
const plan = (goal: Goal | undefined, state: GrowthState | null, existing: ExistingGoals = 'raise') =>
  planBulkGoals([{ studentUid: '10000', state, goal }], preset, ['new'], existing);

test('a student without a goal gets all of the preset, unless she has reached it', () => {
  const { added } = plan(undefined, stateWith({ skillEx: 5 }));
  assert.deepEqual(added[0]?.goal, { wanted: SKILLS, labels: ['new'] });
  assert.deepEqual(plan(undefined, null).added[0]?.goal.wanted, SKILLS);
  assert.equal(plan(undefined, stateWith(SKILLS)).reached, 1);
});

test('a goal that is there is raised or replaced, and keeps labels, note, place and pause', () => {
  const before = goalOf({ level: 90, skillNormal: 7 });
  const settings = { labels: ['raid', 'new'], note: 'soon', priority: 7, isPaused: true };
  assert.deepEqual(plan(before, null).changed[0]?.goal, { wanted: { level: 90, ...SKILLS }, ...settings });
  assert.deepEqual(plan(before, null, 'replace').changed[0]?.goal, { wanted: SKILLS, ...settings });
});

test('raising leaves out a preset that is reached, unless the goal wants less of it', () => {
  const reached = stateWith(SKILLS);
  assert.deepEqual(plan(goalOf({ level: 90 }), reached).changed[0]?.goal.wanted, { level: 90 });
  assert.deepEqual(plan(goalOf({ level: 90, skillEx: 3 }), reached).changed[0]?.goal.wanted, {
    ...{ level: 90, skillEx: 5 },
  });
  assert.deepEqual(plan(goalOf({ level: 90 }), stateWith({ skillEx: 5 })).changed[0]?.goal.wanted, {
    ...{ level: 90, ...SKILLS },
  });
});

test('a goal that wants all of it already is unchanged, and so is one of a student who has reached it', () => {
  assert.equal(plan(goalOf(SKILLS, { labels: ['new'] }), null).unchanged, 1);
  assert.equal(plan(goalOf({ level: 90 }), stateWith(SKILLS), 'replace').unchanged, 1);
});
