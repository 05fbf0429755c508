import type { Goal } from '../../../../contract/goals.ts';
import { applyPatch, applyRegistration } from '../../../../contract/state-rules.ts';
import { isGoalReached } from '../../../../game/goal-state.ts';
import type { WriteEntry } from '../../changes/change-entries.ts';

/** A goal that a write reaches. */
export interface ReachedGoal {
  readonly studentUid: string;
  /** The write registers the student, so nothing of what she has is paid for. */
  readonly isNew: boolean;
}

/** The goals that these writes reach, paused ones too, in the order of the goals. None that was reached before. */
export function findReachedGoals(entries: readonly WriteEntry[], goals: readonly Goal[]): ReachedGoal[] {
  const entriesByUid = new Map(entries.map((entry) => [entry.studentUid, entry]));
  return goals.flatMap(({ studentUid, wanted }) => {
    const entry = entriesByUid.get(studentUid);
    if (entry === undefined || entry.action === 'remove') return [];
    const isNew = entry.action === 'register';
    const after = isNew ? applyRegistration(undefined, entry.state) : applyPatch(entry.before, entry.changes);
    const wasReached = !isNew && isGoalReached(entry.before, wanted);
    return isGoalReached(after, wanted) && !wasReached ? [{ studentUid, isNew }] : [];
  });
}
