import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Goal, GoalSettings } from '../../../contract/goals.ts';
import { planGoalImport, planStockImport } from './plan-goal-import.ts';

const found = (studentUid: string, goal: GoalSettings) => ({ studentUid, goal, warnings: [] });
const known = (studentUid: string, wanted: Goal['wanted']): Goal => ({
  ...{ studentUid, wanted, labels: ['raid'], note: 'soon', priority: 7, isPaused: false },
});

test('new goals stand in the order of the save, and those that it does not rank last', () => {
  const { added, changed } = planGoalImport(
    [
      found('10000', { wanted: { level: 90 } }),
      found('10001', { wanted: { level: 90 }, priority: 20 }),
      found('10002', { wanted: { level: 90 }, priority: 10 }),
    ],
    [],
  );
  assert.deepEqual(
    added.map(({ studentUid }) => studentUid),
    ['10002', '10001', '10000'],
  );
  assert.deepEqual(changed, []);
});

test('a recorded goal keeps what the planner does not hold: labels, note, place, gear levels, bond experience', () => {
  const before = known('10000', {
    ...{ level: 80, equip1: 9, equip1Level: 65, equip2: 9, equip2Level: 65, bond: 20, bondExp: 1900 },
  });
  const goal = { wanted: { skillEx: 5, equip1: 9, equip2: 10, bond: 30 }, labels: ['Binah'], isPaused: true };
  const { changed } = planGoalImport([found('10000', goal)], [before]);
  assert.deepEqual(changed[0]?.goal, {
    wanted: { skillEx: 5, equip1: 9, equip1Level: 65, equip2: 10, bond: 30 },
    ...{ labels: ['raid', 'Binah'], note: 'soon', priority: 7, isPaused: true },
  });
});

test('a goal that is the same is unchanged, and goals that the save lacks are not touched', () => {
  const goals = [known('10000', { level: 90, equip1Level: 65 }), known('10001', { level: 90 })];
  const plan = planGoalImport([found('10000', { wanted: { level: 90 }, labels: ['raid'] })], goals);
  assert.deepEqual(plan, { added: [], changed: [], unchanged: 1 });
});

test('a count that differs is written, and one that the save lacks stays', () => {
  assert.deepEqual(planStockImport({ 10: 5, 11: 3, 12: 0 }, { 11: 3, 12: 4, 13: 1 }), [
    { itemId: '10', from: undefined, to: 5 },
    { itemId: '12', from: 4, to: 0 },
  ]);
});
