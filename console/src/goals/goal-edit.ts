import { completeGoal, type Goal, type GoalSettings } from '../../../contract/goals.ts';
import { STATE_NAMES, type StateName } from '../../../contract/state-fields.ts';
import { findWantedViolations } from '../../../contract/wanted-rules.ts';
import type { ValueChange, ValueEdit, ValueMerge } from '../outbox/value-edit.ts';

export type GoalEdit = ValueEdit<Goal>;
type Change = ValueChange<Goal>;

/** What of a goal is changed by itself. The place among the others is no part: the latest wins. */
export type GoalPart = StateName | 'labels' | 'note' | 'isPaused';
const PARTS: readonly GoalPart[] = [...STATE_NAMES, 'labels', 'note', 'isPaused'];

export const isWanted = (part: GoalPart): part is StateName =>
  part !== 'labels' && part !== 'note' && part !== 'isPaused';

const NOTHING = completeGoal({ wanted: {} });
export const partOf = (goal: Omit<Goal, 'studentUid'> | null, part: GoalPart) =>
  isWanted(part) ? goal?.wanted[part] : (goal ?? NOTHING)[part];

export const toSettings = ({ studentUid: _, ...settings }: Goal): GoalSettings => settings;

const isSamePart = (a: Goal | null, b: Goal | null, part: GoalPart): boolean =>
  JSON.stringify(partOf(a, part)) === JSON.stringify(partOf(b, part));

const findDifferent = (a: Goal | null, b: Goal | null): GoalPart[] =>
  PARTS.filter((part) => !isSamePart(a, b, part));

const isSameGoal = (a: Goal | null, b: Goal | null): boolean =>
  a === null || b === null ? a === b : a.priority === b.priority && findDifferent(a, b).length === 0;

type GoalMerge =
  | Exclude<ValueMerge<Goal>, { kind: 'conflict' }>
  /** Without parts, the goal was removed, or is to be. */
  | { readonly kind: 'conflict'; readonly parts: readonly GoalPart[] };

/** What becomes of an edit if the goal is another one than the player saw. */
export function mergeGoal({ before, value: goal }: Change, current: Goal | null): GoalMerge {
  if (isSameGoal(goal, current)) return { kind: 'reached' };
  const changed = findDifferent(before, goal);
  if (goal === null)
    return findDifferent(before, current).length === 0
      ? { kind: 'merged', value: null }
      : { kind: 'conflict', parts: [] };
  // There is nothing left to move.
  if (current === null && before !== null)
    return changed.length === 0 ? { kind: 'reached' } : { kind: 'conflict', parts: [] };
  const collisions = changed.filter(
    (part) => !isSamePart(before, current, part) && !isSamePart(goal, current, part),
  );
  if (collisions.length > 0) return { kind: 'conflict', parts: collisions };
  const merged = join({ before, value: goal }, current, (part) => changed.includes(part));
  if (isSameGoal(merged, current)) return { kind: 'reached' };
  if (isValid(merged)) return { kind: 'merged', value: merged };
  return { kind: 'conflict', parts: findDifferent(goal, current).filter(isWanted) };
}

const isValid = ({ wanted }: Goal): boolean =>
  Object.keys(wanted).length > 0 && findWantedViolations(wanted).length === 0;

/** The goal that the player has decided for: the parts that collide are all the player's, or all of the goal as it is. */
export function decideGoal(edit: Change, current: Goal | null, isMine: boolean): Goal | null {
  const merge = mergeGoal(edit, current);
  if (merge.kind === 'reached') return current;
  const { before, value: goal } = edit;
  const whole = isMine ? goal : current;
  if (merge.kind === 'merged') return isMine ? merge.value : current;
  if (merge.parts.length === 0) return whole;
  const changed = findDifferent(before, goal);
  const own = (part: GoalPart) => (merge.parts.includes(part) ? isMine : changed.includes(part));
  const decided = join(edit, current, own);
  return isValid(decided) ? decided : whole;
}

/** The edit's parts of these, and else those of the goal as it is. */
function join(
  { before, value: goal }: Change,
  current: Goal | null,
  isOwn: (part: GoalPart) => boolean,
): Goal {
  if (goal === null) throw new TypeError('a removal has no parts');
  const value = <Part extends GoalPart>(part: Part) => partOf(isOwn(part) ? goal : current, part);
  const isMoved = before !== null && before.priority !== goal.priority;
  const settings = {
    wanted: Object.fromEntries(
      STATE_NAMES.map((name) => [name, value(name)] as const).filter(([, wanted]) => wanted !== undefined),
    ),
    labels: value('labels'),
    note: value('note'),
    isPaused: value('isPaused'),
    priority: (isMoved ? goal : (current ?? goal)).priority,
  } as GoalSettings;
  return { studentUid: goal.studentUid, ...completeGoal(settings) };
}

/** Removes the parts that a later edit changes; undefined if nothing is left of the edit. */
export function withoutLater(edit: GoalEdit, later: Change): GoalEdit | undefined {
  const { before, value: goal } = edit;
  if (goal === null || later.value === null) return undefined;
  const decided = findDifferent(later.before, later.value);
  const left = findDifferent(before, goal).filter((part) => !decided.includes(part));
  return left.length === 0
    ? undefined
    : { ...edit, value: join(edit, before, (part) => left.includes(part)) };
}
