import { computed, signal } from '@preact/signals';
import { correctState } from '../../../../client/formats/correct-state.ts';
import type { Notice, ParsedRoster } from '../../../../client/formats/index.ts';
import { isKeeping, listKept, type Plan } from '../../../../client/plan.ts';
import type { PlanEntry } from '../../../../client/plan-entry.ts';
import { planChange } from '../../../../client/plan-student.ts';
import { starsOfRank } from '../../../../contract/star-rank.ts';
import type { StateName, StudentRegistration } from '../../../../contract/state-fields.ts';
import { isReviewed, isWrite, type ReviewEntry, type WriteEntry } from '../../changes/change-entries.ts';
import { Selection } from '../../changes/selection.ts';
import { studentsByUid } from '../../roster/catalogue-state.ts';

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

export const representativeOf = (uid: string): string => studentsByUid.value.get(uid)?.studentUid ?? uid;

/** UIDs by names. */
export type PickedNames = ReadonlyMap<string, string>;

/** The students whom the player has picked for unknown names, and not put in yet. */
export const pickedNames = signal<PickedNames>(new Map());

/** Ranks of stars that the player gives new students whose stars the text states unreadably. */
export const givenStars = signal<ReadonlyMap<string, number>>(new Map());

export function giveStars(studentUid: string, rank: number | undefined): void {
  const given = new Map(givenStars.peek());
  if (rank === undefined) given.delete(studentUid);
  else given.set(studentUid, rank);
  givenStars.value = given;
}

const lacksStars = ({ tier, weaponTier }: Partial<StudentRegistration>): boolean =>
  tier === undefined || weaponTier === undefined;

export function withGivenStars(wanted: StudentRegistration): StudentRegistration {
  const rank = givenStars.peek().get(representativeOf(wanted.studentUid));
  if (rank === undefined || !lacksStars(wanted)) return wanted;
  return correctState({ ...wanted, ...starsOfRank(rank) }).corrected;
}

/** The new students who have no stars but those that the player gives them. */
export function listStarless({ roster, plan, only }: ImportReview): string[] {
  if (only !== undefined) return [];
  const isNew = new Set(
    plan.entries.flatMap(({ action, studentUid }) =>
      action === 'refuse' || action === 'register' ? studentUid : [],
    ),
  );
  const starless = roster.students.flatMap(({ wanted }) =>
    wanted !== undefined && lacksStars(wanted) ? representativeOf(wanted.studentUid) : [],
  );
  return [...new Set(starless)].filter((uid) => isNew.has(uid));
}

/** What the rows of each student lose, or say otherwise. */
const noticesByUid = computed(() =>
  Map.groupBy(
    (review.value?.roster.students ?? []).flatMap(({ studentUid, warnings }) =>
      warnings.filter(isOfValue).map((notice) => ({ uid: representativeOf(studentUid), notice })),
    ),
    ({ uid }) => uid,
  ),
);

/** Doubts about what another tool means are of all its students, and stand above the review. */
const DOUBTS: readonly string[] = ['may_be_empty', 'weapon_tier_default'] satisfies Notice['code'][];

export const isOfValue = ({ field, code }: Notice): boolean => field !== undefined && !DOUBTS.includes(code);

export const noticesOf = (studentUid: string): Notice[] =>
  (noticesByUid.value.get(studentUid) ?? []).map(({ notice }) => notice);

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
