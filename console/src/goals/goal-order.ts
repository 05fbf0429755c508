import { DEFAULT_PRIORITY, MAX_PRIORITY } from '../../../contract/limits.ts';

/** A goal among the others: goals of the same priority stand in the order of their UIDs. */
export interface RankedGoal {
  readonly studentUid: string;
  readonly priority: number;
}

/** What goals at either end leave free between them, for those that move there later. */
const SPACING = 50;

export const compareGoals = (a: RankedGoal, b: RankedGoal): number =>
  a.priority - b.priority || (a.studentUid < b.studentUid ? -1 : 1);

/** The order with one goal at another place. */
export const moveGoal = <Goal extends RankedGoal>(
  order: readonly Goal[],
  studentUid: string,
  to: number,
): Goal[] => {
  const moved = order.filter((goal) => goal.studentUid === studentUid);
  return order.filter((goal) => goal.studentUid !== studentUid).toSpliced(to, 0, ...moved);
};

/**
 * The priorities to write, by UID, so that `count` goals from `start` stand where they are in this order: theirs alone
 * where their neighbours leave room, and else those of as few neighbours as make room.
 */
export function spreadPriorities(
  order: readonly RankedGoal[],
  start: number,
  count = 1,
): Map<string, number> {
  let [first, end] = [start, start + count];
  const before = () => order[first - 1]?.priority ?? -1;
  const after = () => order[end]?.priority ?? MAX_PRIORITY + 1;
  while (after() - before() <= end - first && end - first < order.length) {
    first = Math.max(first - 1, 0);
    end = Math.min(end + 1, order.length);
  }
  const priorities = placeBetween(before(), after(), end - first, first === 0, end === order.length);
  const changed = order
    .slice(first, end)
    .map(({ studentUid, priority }, place) => ({ studentUid, priority, next: priorities[place] ?? priority }))
    .filter(({ priority, next }) => next !== priority);
  return new Map(changed.map(({ studentUid, next }) => [studentUid, next]));
}

/** So many whole numbers between two others, in the middle, or near the one that they have at an open end. */
function placeBetween(
  before: number,
  after: number,
  count: number,
  isFirst: boolean,
  isLast: boolean,
): number[] {
  const even = (after - before) / (count + 1);
  const step = isFirst || isLast ? Math.min(SPACING, even) : even;
  const lowest =
    isFirst && isLast
      ? DEFAULT_PRIORITY - (step * (count - 1)) / 2
      : isFirst
        ? after - step * count
        : before + step;
  return Array.from({ length: count }, (_, place) => Math.floor(lowest + step * place));
}
