import { computed } from '@preact/signals';
import { completeGoal, type Goal, type GoalSettings } from '../../../contract/goals.ts';
import { planApi } from '../api/plan-api.ts';
import type { EditOutcome } from '../outbox/edit.ts';
import { EditedValues } from '../outbox/edited-values.ts';
import { decideGoal, mergeGoal, toSettings, withoutLater } from './goal-edit.ts';
import { compareGoals, moveGoal, spreadPriorities } from './goal-order.ts';

/** A goal to save for a student, or null to remove it. */
export interface GoalChange {
  readonly studentUid: string;
  readonly goal: GoalSettings | null;
  /** The goal that the player saw, null if there was none; by default the one that is shown now. */
  readonly seen?: Goal | null | undefined;
}

export const goalValues = new EditedValues<Goal>({
  name: 'goal',
  // A body may be 1 MiB.
  batchSize: 100,
  list: planApi.listGoals,
  change: (accountId, edits) =>
    planApi.changeGoals(
      accountId,
      edits.map(({ key, before, value }) => ({
        studentUid: key,
        goal: value && toSettings(value),
        seen: before && toSettings(before),
      })),
    ),
  fieldOf: (_, at) => `goals.${at}`,
  merge: mergeGoal,
  decide: decideGoal,
  withoutLater,
}).register();

/** All goals by priority, with what is not saved yet. A goal that has not changed is the same object. */
export const goals = computed<readonly Goal[]>(() => [...goalValues.shown.value.values()].sort(compareGoals));

export const areGoalsLoaded = goalValues.isLoaded;
export const loadGoals = (accountId: string): Promise<void> => goalValues.load(accountId);
/** Whether the goals that are shown are those of this account. */
export const hasGoalsOf = (accountId: string): boolean => goalValues.isOf(accountId);

export const findGoal = (studentUid: string): Goal | undefined => goalValues.shown.value.get(studentUid);

/** Shows again what goals were before; a student who had none gets none. */
export const restoreGoals = (before: ReadonlyMap<string, Goal | undefined>): Promise<EditOutcome> =>
  changeGoals([...before].map(([studentUid, goal]) => ({ studentUid, goal: goal ?? null })));

/** Shows the changes at once. Resolves with what needs the most attention of what became of them. */
export const changeGoals = (changes: readonly GoalChange[]): Promise<EditOutcome> =>
  goalValues.change(
    changes.map(({ studentUid, goal, seen = findGoal(studentUid) ?? null }) => ({
      key: studentUid,
      before: seen,
      value: goal && { studentUid, ...completeGoal(goal) },
    })),
  );

/** Saves goals as they are given; those that are new come after all others. */
export function saveGoals(
  settings: readonly (GoalChange & { readonly goal: GoalSettings })[],
): Promise<EditOutcome> {
  const known = goals.peek();
  const isNew = ({ studentUid }: { studentUid: string }) =>
    known.every((goal) => goal.studentUid !== studentUid);
  const added = settings.filter(isNew).map(({ studentUid }) => ({ studentUid, priority: 0 }));
  const priorities =
    added.length === 0
      ? new Map<string, number>()
      : spreadPriorities([...known, ...added], known.length, added.length);
  const changes = settings.map(({ studentUid, goal, seen }) => ({
    studentUid,
    seen,
    goal: { ...goal, priority: priorities.get(studentUid) ?? goal.priority },
  }));
  const moved = known.filter(
    ({ studentUid }) =>
      priorities.has(studentUid) && settings.every((change) => change.studentUid !== studentUid),
  );
  return changeGoals([...changes, ...moved.map((goal) => withPriority(goal, priorities))]);
}

/** Moves a goal to another place among these goals, which are those of the list that the player sees. */
export function reorderGoal(shown: readonly Goal[], studentUid: string, to: number): Promise<EditOutcome> {
  const known = goals.peek();
  const order = moveGoal(shown, studentUid, to);
  const place = order.findIndex((goal) => goal.studentUid === studentUid);
  // Next to the neighbour that the player sees, whatever stands between them.
  const others = known.filter((goal) => goal.studentUid !== studentUid);
  const before = order[place - 1];
  const after = order[place + 1];
  const at =
    before !== undefined ? others.indexOf(before) + 1 : after !== undefined ? others.indexOf(after) : 0;
  const next = moveGoal(known, studentUid, at);
  const priorities = spreadPriorities(next, at);
  return changeGoals(
    known.filter((goal) => priorities.has(goal.studentUid)).map((goal) => withPriority(goal, priorities)),
  );
}

const withPriority = (goal: Goal, priorities: ReadonlyMap<string, number>): GoalChange => ({
  studentUid: goal.studentUid,
  goal: { ...goal, priority: priorities.get(goal.studentUid) },
});
