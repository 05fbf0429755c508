import { isKeeping } from '../../../client/plan.ts';
import type { ComparedEntry, PlanEntry } from '../../../client/plan-entry.ts';
import {
  type GrowthState,
  STATE_NAMES,
  type StateName,
  type StudentPatch,
} from '../../../contract/state-fields.ts';

/** What would be written. */
export type WriteEntry = Extract<PlanEntry, { action: 'register' | 'change' | 'remove' }>;
/** What the player sees: a student that is written, or that keeps values. */
export type ReviewEntry = WriteEntry | ComparedEntry;

export const isWrite = (entry: PlanEntry): entry is WriteEntry =>
  entry.action === 'register' || entry.action === 'change' || entry.action === 'remove';
export const isReviewed = (entry: PlanEntry): entry is ReviewEntry => isWrite(entry) || isKeeping(entry);

/** One value of a text. `from` is undefined for a new student. */
export interface ValueChange {
  name: StateName;
  from: number | null | undefined;
  to: number | null;
}

/** The values that are written without a loss. */
export function listChanges(entry: ReviewEntry): ValueChange[] {
  if (entry.action === 'register') {
    const { state } = entry;
    return STATE_NAMES.flatMap((name) => {
      const to = state[name] ?? null;
      // A zero, such as no unique weapon, says nothing of a new student.
      return to === null || to === 0 ? [] : [{ name, from: undefined, to }];
    });
  }
  return entry.action === 'change' ? toChanges(entry.before, entry.changes) : [];
}

/** The values of a text that would lower or clear those recorded. */
export const listLosses = (entry: ReviewEntry): ValueChange[] =>
  isKeeping(entry) ? toChanges(entry.before, entry.kept) : [];

export const toChanges = (before: GrowthState, next: StudentPatch): ValueChange[] =>
  STATE_NAMES.flatMap((name) => {
    const to = next[name];
    return to === undefined ? [] : [{ name, from: before[name], to }];
  });
