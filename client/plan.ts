import {
  REQUIRED_NAMES,
  type RecruitedStudent,
  type StudentPatch,
  type StudentRegistration,
} from '../contract/state-fields.ts';
import { applyPatch, applyRegistration, checkStateRules } from '../contract/state-rules.ts';
import { changesTo, checkWanted, invalidRequest } from './changes.ts';
import { RollbookError } from './rollbook-error.ts';
import type { CatalogueStudent } from './students.ts';
import type { CallOptions } from './transport.ts';

/** What a plan does to one student. */
export type PlanEntry =
  /** Is not recruited. `state` is sent as it is. */
  | { readonly action: 'register'; readonly studentUid: string; readonly state: StudentRegistration }
  /** Is in the state `before`, and gets the fields of `changes`. */
  | {
      readonly action: 'change';
      readonly studentUid: string;
      readonly before: RecruitedStudent;
      readonly state: StudentRegistration;
      /** Only the fields that differ. */
      readonly changes: StudentPatch;
    }
  /** Has every value of `state`. */
  | {
      readonly action: 'unchanged';
      readonly studentUid: string;
      readonly before: RecruitedStudent;
      readonly state: StudentRegistration;
    }
  /** Is recruited and not wanted. Only with `prune`. */
  | { readonly action: 'remove'; readonly studentUid: string; readonly before: RecruitedStudent }
  /** Cannot be written, and why. */
  | { readonly action: 'refuse'; readonly studentUid: string; readonly error: RollbookError };

/** What it takes to bring an account to a wanted roster. */
export interface Plan {
  /** In order of UID. */
  readonly entries: readonly PlanEntry[];
}

/** Options of `roster.plan` and `roster.sync`. */
export interface PlanOptions extends CallOptions {
  /** Also remove recruited students that are not wanted. Their bond is lost. */
  prune?: boolean | undefined;
  /**
   * Values that stand for unknown in the text from which the wanted roster was read: `placeholders` of `readRoster`.
   * They replace no null.
   */
  placeholders?: StudentPatch | undefined;
}

/** What has become of each student of a plan, by UID. */
export interface Report {
  /** Not recruited before. */
  readonly registered: readonly string[];
  /** Recruited before, in another state. */
  readonly changed: readonly string[];
  /** In the wanted state already, so that nothing was sent. */
  readonly unchanged: readonly string[];
  /** Removed with their bond, by `prune`. */
  readonly removed: readonly string[];
  /** Not in the wanted state, and why. An error that is `mayBeProcessed` may have been a success. */
  readonly failed: readonly { readonly studentUid: string; readonly error: RollbookError }[];
}

/** Compares a wanted roster with the current one, and checks every rule of the API before anything is sent. */
export function planRoster(
  wanted: readonly StudentRegistration[],
  current: readonly RecruitedStudent[],
  catalogue: readonly CatalogueStudent[],
  { prune = false, placeholders = {} }: PlanOptions,
): Plan {
  const currentByUid = new Map(current.map((student) => [student.studentUid, student]));
  const entries = new Map<string, PlanEntry>();
  for (const [uid, states] of groupByStudent(wanted, catalogue))
    entries.set(uid, planStudent(uid, states, currentByUid.get(uid), catalogue, placeholders));
  if (prune) {
    checkPrune(entries);
    for (const before of current)
      if (!entries.has(before.studentUid))
        entries.set(before.studentUid, { action: 'remove', studentUid: before.studentUid, before });
  }
  return { entries: [...entries.values()].sort((a, b) => (a.studentUid < b.studentUid ? -1 : 1)) };
}

/** Rows of several forms of a student are rows of that student. */
function groupByStudent(wanted: readonly StudentRegistration[], catalogue: readonly CatalogueStudent[]) {
  const representatives = new Map(
    catalogue.flatMap(({ studentUid, forms }) => [studentUid, ...forms].map((uid) => [uid, studentUid])),
  );
  const groups = new Map<string, StudentRegistration[]>();
  for (const row of wanted) {
    const uid = representatives.get(String(row.studentUid)) ?? String(row.studentUid);
    groups.set(uid, [...(groups.get(uid) ?? []), { ...row, studentUid: uid }]);
  }
  return groups;
}

function planStudent(
  studentUid: string,
  [state, ...others]: readonly StudentRegistration[],
  before: RecruitedStudent | undefined,
  catalogue: readonly CatalogueStudent[],
  placeholders: StudentPatch,
): PlanEntry {
  const refuse = (error: RollbookError): PlanEntry => ({ action: 'refuse', studentUid, error });
  const stated = state as StudentRegistration;
  try {
    checkWanted(stated, REQUIRED_NAMES);
  } catch (error) {
    return refuse(error as RollbookError);
  }
  if (!catalogue.some((student) => student.studentUid === studentUid))
    return refuse(new RollbookError('not_found', `The catalogue has no student with the UID ${studentUid}.`));
  if (others.some((other) => !isSameState(stated, other)))
    return refuse(new RollbookError('conflict', `${studentUid} is wanted in two different states.`));
  const wanted = before ? omitPlaceholders(stated, before, placeholders) : stated;
  const after = before ? applyPatch(before, wanted) : applyRegistration(undefined, wanted);
  const violations = checkStateRules(after, wanted);
  if (violations.length > 0) return refuse(invalidRequest(violations));
  if (before === undefined) return { action: 'register', studentUid, state: wanted };
  const changes = changesTo(before, wanted);
  return Object.keys(changes).length === 0
    ? { action: 'unchanged', studentUid, before, state: wanted }
    : { action: 'change', studentUid, before, state: wanted, changes };
}

const omitPlaceholders = (
  wanted: StudentRegistration,
  before: RecruitedStudent,
  placeholders: StudentPatch,
): StudentRegistration =>
  Object.fromEntries(
    (Object.keys(wanted) as (keyof RecruitedStudent)[])
      .filter((name) => name === 'studentUid' || before[name] !== null || wanted[name] !== placeholders[name])
      .map((name) => [name, wanted[name]]),
  ) as StudentRegistration;

const isSameState = (a: StudentRegistration, b: StudentRegistration): boolean => {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof StudentRegistration>;
  return [...names].every((name) => a[name] === b[name]);
};

/** A removal takes the bond with it, so it must not follow from a file that was read badly. */
function checkPrune(entries: ReadonlyMap<string, PlanEntry>): void {
  const refused = [...entries.values()].filter(({ action }) => action === 'refuse');
  if (entries.size > 0 && refused.length === 0) return;
  throw new RollbookError(
    'prune_refused',
    entries.size === 0
      ? 'Nothing is removed, because the wanted roster is empty.'
      : `Nothing is removed, because ${refused.length} of the wanted students cannot be written: ${refused.map(({ studentUid }) => studentUid).join(', ')}.`,
  );
}
