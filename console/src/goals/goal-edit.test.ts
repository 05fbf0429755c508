import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeGoal, type Goal, type GoalSettings } from '../../../contract/goals.ts';
import { decideGoal, type GoalEdit, mergeGoal, withoutLater } from './goal-edit.ts';

const makeGoal = (settings: Partial<GoalSettings> = {}): Goal => ({
  studentUid: '10010',
  ...completeGoal({ wanted: { level: 90, skillEx: 5 }, priority: 100, ...settings }),
});
const BEFORE = makeGoal();
const edit = (settings: Partial<GoalSettings>, before: Goal | null = BEFORE) => ({
  before,
  value: makeGoal(settings),
});
const removal = { before: BEFORE, value: null };

test('parts that were changed elsewhere and those of the edit are merged, wanted values one by one', () => {
  const current = makeGoal({ wanted: { level: 85, skillEx: 5, bond: 20 }, note: 'theirs' });
  assert.deepEqual(mergeGoal(edit({ wanted: { level: 90, skillEx: 3 }, labels: ['raid'] }), current), {
    kind: 'merged',
    value: makeGoal({ wanted: { level: 85, skillEx: 3, bond: 20 }, note: 'theirs', labels: ['raid'] }),
  });
  const taken = mergeGoal(edit({ wanted: { level: 90 } }), makeGoal({ isPaused: true }));
  assert.deepEqual(taken, { kind: 'merged', value: makeGoal({ wanted: { level: 90 }, isPaused: true }) });
});

test('a part that was changed elsewhere to another value is a conflict, to the same value none', () => {
  const current = makeGoal({ wanted: { level: 80, skillEx: 3 }, note: 'theirs' });
  const mine = edit({ wanted: { level: 70, skillEx: 3 }, note: 'mine', isPaused: true });
  assert.deepEqual(mergeGoal(mine, current), { kind: 'conflict', parts: ['level', 'note'] });
  assert.equal(mergeGoal(edit({ note: 'theirs' }), makeGoal({ note: 'theirs' })).kind, 'reached');
  const both = mergeGoal(edit({ note: 'same', isPaused: true }), makeGoal({ note: 'same' }));
  assert.deepEqual(both, { kind: 'merged', value: makeGoal({ note: 'same', isPaused: true }) });
});

test('the latest place wins without a conflict, and what was not moved keeps the place of elsewhere', () => {
  const current = makeGoal({ priority: 300, note: 'theirs' });
  const moved = mergeGoal(edit({ priority: 200 }), current);
  assert.deepEqual(moved, { kind: 'merged', value: makeGoal({ priority: 200, note: 'theirs' }) });
  const changed = mergeGoal(edit({ isPaused: true }), current);
  assert.deepEqual(changed, {
    kind: 'merged',
    value: makeGoal({ priority: 300, note: 'theirs', isPaused: true }),
  });
  assert.equal(mergeGoal(edit({ priority: 200 }), null).kind, 'reached');
});

test('a removal meets a conflict where more than the place was changed, and a change where the goal is gone', () => {
  assert.deepEqual(mergeGoal(removal, makeGoal({ priority: 7 })), { kind: 'merged', value: null });
  assert.deepEqual(mergeGoal(removal, makeGoal({ note: 'theirs' })), { kind: 'conflict', parts: [] });
  assert.deepEqual(mergeGoal(removal, null), { kind: 'reached' });
  assert.deepEqual(mergeGoal(edit({ note: 'mine' }), null), { kind: 'conflict', parts: [] });
});

test('goals that were made in two places are merged where they want different values', () => {
  const current = makeGoal({ wanted: { level: 90 }, priority: 300 });
  assert.deepEqual(mergeGoal(edit({ wanted: { bond: 20 } }, null), current), {
    kind: 'merged',
    value: makeGoal({ wanted: { level: 90, bond: 20 }, priority: 300 }),
  });
  const other = mergeGoal(edit({ wanted: { level: 80 } }, null), current);
  assert.deepEqual(other, { kind: 'conflict', parts: ['level'] });
});

test('what would break a rule together, or want nothing, is a conflict of all wanted values that differ', () => {
  const mine = edit({ wanted: { level: 90, skillEx: 5, weaponTier: 2 } });
  const current = makeGoal({ wanted: { level: 90, skillEx: 5, tier: 3 } });
  assert.deepEqual(mergeGoal(mine, current), { kind: 'conflict', parts: ['tier', 'weaponTier'] });
  assert.deepEqual(decideGoal(mine, current, true), mine.value);
  assert.deepEqual(decideGoal(mine, current, false), current);
  const others = mergeGoal(edit({ wanted: { level: 90 } }), makeGoal({ wanted: { skillEx: 5 } }));
  assert.deepEqual(others, { kind: 'conflict', parts: ['level', 'skillEx'] });
});

test('a decision takes the parts that collide from one side, and leaves what only one side has changed', () => {
  const current = makeGoal({ wanted: { level: 80, skillEx: 5 }, note: 'theirs' });
  const mine = edit({ wanted: { level: 70, skillEx: 5 }, isPaused: true });
  assert.deepEqual(
    decideGoal(mine, current, true),
    makeGoal({ wanted: { level: 70, skillEx: 5 }, note: 'theirs', isPaused: true }),
  );
  assert.deepEqual(
    decideGoal(mine, current, false),
    makeGoal({ wanted: { level: 80, skillEx: 5 }, note: 'theirs', isPaused: true }),
  );
  const reached = makeGoal({ wanted: { level: 70, skillEx: 5 }, isPaused: true, note: 'theirs' });
  assert.equal(decideGoal(mine, reached, true), reached);
  assert.equal(decideGoal(mine, null, false), null);
  assert.equal(decideGoal(mine, null, true), mine.value);
  assert.equal(decideGoal(removal, current, true), null);
  assert.equal(decideGoal(removal, current, false), current);
});

test('a later edit of some parts leaves the others of a held one', () => {
  const held: GoalEdit = {
    id: '1',
    kind: 'goal',
    key: '10010',
    ...edit({ note: 'n', isPaused: true }),
  };
  const left = withoutLater(held, edit({ note: 'later' }));
  assert.deepEqual(left, { ...held, value: makeGoal({ isPaused: true }) });
  assert.equal(withoutLater(held, edit({ note: 'later', isPaused: true })), undefined);
  assert.equal(withoutLater(held, removal), undefined);
});
