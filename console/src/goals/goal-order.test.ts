import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MAX_PRIORITY } from '../../../contract/limits.ts';
import { compareGoals, moveGoal, type RankedGoal, spreadPriorities } from './goal-order.ts';

const rank = (priorities: readonly number[]): RankedGoal[] =>
  priorities.map((priority, i) => ({ studentUid: String(10_000 + i), priority })).sort(compareGoals);

/** Moves a goal and returns the new order and how many goals are written for it. */
function moveAndSort(goals: readonly RankedGoal[], from: number, to: number) {
  const { studentUid = '' } = goals[from] ?? {};
  const order = moveGoal(goals, studentUid, to);
  const changes = spreadPriorities(order, to);
  const written = order.map((goal) => ({ ...goal, priority: changes.get(goal.studentUid) ?? goal.priority }));
  return { wanted: order, written, changes };
}

const uids = (goals: readonly RankedGoal[]): string[] => goals.map(({ studentUid }) => studentUid);

describe('priorities of goals', () => {
  test('a move writes one goal where its neighbours leave room', () => {
    const { changes } = moveAndSort(rank([100, 200, 300, 400]), 3, 1);
    assert.deepEqual([...changes], [['10003', 150]]);
  });

  test('a move to either end stays near the neighbour', () => {
    assert.deepEqual([...moveAndSort(rank([5000, 5050]), 1, 0).changes], [['10001', 4950]]);
    assert.deepEqual([...moveAndSort(rank([5000, 5050]), 0, 1).changes], [['10000', 5100]]);
  });

  test('goals without room between them take in as few neighbours as make room', () => {
    const { changes, written, wanted } = moveAndSort(rank([10, 20, 21, 40, 900]), 4, 2);
    assert.deepEqual(uids(written.toSorted(compareGoals)), uids(wanted));
    assert.equal(changes.size, 3);
  });

  test('the first goal has the default priority, and the next ones follow', () => {
    const first = spreadPriorities([{ studentUid: 'a', priority: 0 }], 0);
    assert.deepEqual([...first], [['a', 5000]]);
    const more = [
      { studentUid: 'a', priority: 5000 },
      { studentUid: 'b', priority: 0 },
      { studentUid: 'c', priority: 0 },
    ];
    assert.deepEqual(
      [...spreadPriorities(more, 1, 2)],
      [
        ['b', 5050],
        ['c', 5100],
      ],
    );
  });

  test('any move leads to the wanted order, within the bounds, whatever the priorities are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant(5000), fc.integer({ min: 0, max: MAX_PRIORITY })), {
          minLength: 1,
          maxLength: 300,
        }),
        fc.nat(),
        fc.nat(),
        (priorities, from, to) => {
          const goals = rank(priorities);
          const { wanted, written } = moveAndSort(goals, from % goals.length, to % goals.length);
          assert.deepEqual(uids(written.toSorted(compareGoals)), uids(wanted));
          assert.ok(
            written.every(
              ({ priority }) => Number.isInteger(priority) && priority >= 0 && priority <= MAX_PRIORITY,
            ),
          );
        },
      ),
    );
  });
});
