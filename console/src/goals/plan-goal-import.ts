import type { ParsedGoal } from '../../../client/formats/index.ts';
import { completeGoal, type Goal, type GoalSettings, type WantedValues } from '../../../contract/goals.ts';
import { MAX_PRIORITY } from '../../../contract/limits.ts';
import { EQUIPMENT } from '../../../game/equipment-slots.ts';
import { addLabels, isSameGoal, type PlannedGoal } from './plan-bulk-goals.ts';
import { keepValid } from './raise-wanted.ts';

export interface GoalImportPlan {
  /** Those of the planner in its order, in which they come after all others. */
  readonly added: readonly PlannedGoal[];
  readonly changed: readonly PlannedGoal[];
  readonly unchanged: number;
}

/** What the goals of a planner's save make of those that are recorded. */
export function planGoalImport(found: readonly ParsedGoal[], known: readonly Goal[]): GoalImportPlan {
  const { added, ...plan } = comparePlanned(planEach(found, known, mergeGoal));
  return { ...plan, added: added.toSorted((a, b) => rankOf(a) - rankOf(b)) };
}

/** What the goals of an account's file make of those that are recorded: each replaces that of its student as a whole. */
export const planGoalMove = (found: readonly ParsedGoal[], known: readonly Goal[]): GoalImportPlan =>
  comparePlanned(
    planEach(found, known, ({ studentUid, goal }, before) => ({
      studentUid,
      before,
      goal: completeGoal(goal),
    })),
  );

function planEach(
  found: readonly ParsedGoal[],
  known: readonly Goal[],
  plan: (goal: ParsedGoal, before: Goal | undefined) => PlannedGoal,
): PlannedGoal[] {
  const recorded = new Map(known.map((goal) => [goal.studentUid, goal]));
  return found.map((goal) => plan(goal, recorded.get(goal.studentUid)));
}

function comparePlanned(planned: readonly PlannedGoal[]): GoalImportPlan {
  const added = planned.filter(({ before }) => before === undefined);
  const changed = planned.filter(({ before, goal }) => before !== undefined && !isUnchanged(before, goal));
  return { added, changed, unchanged: planned.length - added.length - changed.length };
}

const isUnchanged = (
  before: Goal,
  { note = '', priority = before.priority, ...goal }: GoalSettings,
): boolean => isSameGoal(before, goal) && before.note === note && before.priority === priority;

/** The save replaces the values that it can hold. Labels are added, and the note and the place stay. */
function mergeGoal({ studentUid, goal }: ParsedGoal, before: Goal | undefined): PlannedGoal {
  if (before === undefined) return { studentUid, before, goal };
  const { labels, note, priority } = before;
  return {
    studentUid,
    before,
    goal: {
      wanted: keepValid({ ...keepUnheld(before.wanted, goal.wanted), ...goal.wanted }),
      labels: addLabels(labels, goal.labels ?? []),
      note,
      priority,
      isPaused: goal.isPaused,
    },
  };
}

/** What the planner knows nothing of: the levels of the same equipment, and bond experience. */
function keepUnheld(before: WantedValues, next: WantedValues): WantedValues {
  const levels = EQUIPMENT.filter(({ tier }) => before[tier] === next[tier]).map(({ level }) => level);
  return Object.fromEntries(
    [...levels, 'bondExp' as const]
      .map((name) => [name, before[name]])
      .filter(([, value]) => value !== undefined),
  );
}

/** Students whom the save does not rank come last. */
const rankOf = ({ goal: { priority = MAX_PRIORITY + 1 } }: PlannedGoal): number => priority;

/** A count of the text that is not in the stock yet. */
export interface PlannedCount {
  readonly itemId: string;
  /** Undefined if there was none. */
  readonly from: number | undefined;
  readonly to: number;
}

export const planStockImport = (
  found: Readonly<Record<string, number>>,
  known: Readonly<Record<string, number>>,
): PlannedCount[] =>
  Object.entries(found)
    .map(([itemId, to]) => ({ itemId, from: known[itemId], to }))
    .filter(({ from, to }) => from !== to);
