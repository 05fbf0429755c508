import { computed, signal } from '@preact/signals';
import type { ParsedRoster } from '../../../../client/formats/index.ts';
import { isKeeping, listKept, type Plan } from '../../../../client/plan.ts';
import type { PlanEntry } from '../../../../client/plan-entry.ts';
import { planChange } from '../../../../client/plan-student.ts';
import type { StateName } from '../../../../contract/state-fields.ts';
import { isReviewed, isWrite, type ReviewEntry, type WriteEntry } from '../../changes/change-entries.ts';
import { Selection } from '../../changes/selection.ts';

/** What would change. */
export interface ImportReview {
  roster: ParsedRoster;
  /** Lowers and clears nothing: `allowedLosses` come on top of it. */
  plan: Plan;
  /** Removes students that the text lacks. */
  prune: boolean;
  /** Takes every lower value, and the rows that hold nothing but another tool's defaults. */
  lower: boolean;
  /** The students of the review, if it is of those that an earlier attempt left. */
  only: ReadonlySet<string> | undefined;
}

export const review = signal<ImportReview | undefined>(undefined);
export const selection = new Selection();
/** The fields of each student that the player lets the import lower or clear. */
export const allowedLosses = signal<ReadonlyMap<string, ReadonlySet<StateName>>>(new Map());

/** Those that are written first, then those that only keep values. */
export const reviewEntries = computed((): readonly ReviewEntry[] => {
  const { plan, only } = review.value ?? {};
  const entries = (plan?.entries ?? [])
    .filter(isReviewed)
    .filter(({ studentUid }) => only === undefined || only.has(studentUid));
  return [...entries.filter(isWrite), ...entries.filter((entry) => !isWrite(entry))];
});

/** What becomes of a student with the losses that the player allows. Refused if the values would not fit together. */
export function planWithLosses(entry: ReviewEntry): PlanEntry {
  const allowed = allowedLosses.value.get(entry.studentUid);
  if (allowed === undefined || !isKeeping(entry)) return entry;
  return planChange(entry.before, { ...entry.state, ...entry.kept }, (name) => allowed.has(name));
}

export const selectedEntries = computed((): readonly WriteEntry[] =>
  reviewEntries.value
    .filter(({ studentUid }) => selection.has(studentUid))
    .map(planWithLosses)
    .filter(isWrite),
);

/** The students who keep a value that the text would lower or clear. */
export const keepingEntries = computed(() =>
  reviewEntries.value.filter((entry) => isKeeping(planWithLosses(entry))),
);

export function allowLosses(studentUid: string, names: readonly StateName[], isAllowed: boolean): void {
  const allowed = new Set(allowedLosses.peek().get(studentUid));
  for (const name of names)
    if (isAllowed) allowed.add(name);
    else allowed.delete(name);
  allowedLosses.value = new Map(allowedLosses.peek()).set(studentUid, allowed);
}

export function allowAllLosses(entries: readonly PlanEntry[]): void {
  allowedLosses.value = new Map(
    listKept(entries).map(({ studentUid, fields }) => [studentUid, new Set(fields)]),
  );
}
