import { quoteUid } from '../contract/quoted-text.ts';
import {
  type RecruitedStudent,
  STATE_NAMES,
  type StateName,
  type StudentPatch,
  type StudentRegistration,
} from '../contract/state-fields.ts';
import type { CallOptions } from './call.ts';
import type { CatalogueStudent } from './catalogue.ts';
import type { ComparedEntry, PlanEntry } from './plan-entry.ts';
import { planStudent } from './plan-student.ts';
import { type KeptFields, RollbookError } from './rollbook-error.ts';

/** The changes that bring an account to a wanted roster. */
export interface Plan {
  /** In order of UID. */
  readonly entries: readonly PlanEntry[];
  /** When the roster was listed, in milliseconds since 1970. Soon after it, `apply` does not list it again. */
  readonly listedAt?: number | undefined;
  /** Made without `lower`, so that `apply` lowers nothing either that another tool has raised meanwhile. */
  readonly raiseOnly?: boolean | undefined;
}

/** Options of `roster.plan` and `roster.sync`. */
export interface PlanOptions extends CallOptions {
  /** Also remove recruited students that are not wanted. Their bond is lost. */
  prune?: boolean | undefined;
  /**
   * Also lower and clear recorded values, and take `untouched` rows. Otherwise a plan only raises values and records new
   * ones. An equipment tier and its level are compared as a pair, and so are the bond and its experience.
   */
  lower?: boolean | undefined;
  /**
   * Values that stand for unknown in the text from which the wanted roster was read: `placeholders` of `readRoster`.
   * They replace no null.
   */
  placeholders?: StudentPatch | undefined;
  /**
   * The rows of `readRoster` that hold nothing but another tool's defaults. Taken only with `lower`. `prune` removes none
   * of their students.
   */
  untouched?: readonly StudentRegistration[] | undefined;
  /**
   * The fields, by UID, that the text does not state: `assumed` of `readRoster`. A recruited student keeps these,
   * unless the other values need them.
   */
  assumed?: ReadonlyMap<string, readonly StateName[]> | undefined;
}

/** Compares a wanted roster with the current one, and checks every rule of the API before anything is sent. */
export function planRoster(
  wanted: readonly StudentRegistration[],
  current: readonly RecruitedStudent[],
  catalogue: readonly CatalogueStudent[],
  {
    prune = false,
    lower = false,
    placeholders = {},
    untouched = [],
    assumed,
    catalogueDate,
  }: PlanOptions & { catalogueDate?: string | undefined },
): Plan {
  const currentByUid = new Map(current.map((student) => [student.studentUid, student]));
  const representatives = findRepresentatives(catalogue);
  const rows = groupByStudent(wanted, representatives);
  const untouchedRows = groupByStudent(untouched, representatives);
  const unstated = new Map(
    [...(assumed ?? [])].map(([uid, names]) => [representatives.get(uid) ?? uid, names]),
  );
  const entries = new Map<string, PlanEntry>();
  for (const [uid, states] of lower ? new Map([...untouchedRows, ...rows]) : rows)
    entries.set(
      uid,
      planStudent(uid, states, currentByUid.get(uid), {
        catalogue,
        catalogueDate,
        placeholders,
        assumed: unstated,
        mayLose: () => lower,
      }),
    );
  if (prune) {
    checkPrune(entries);
    for (const before of current)
      if (!entries.has(before.studentUid) && !untouchedRows.has(before.studentUid))
        entries.set(before.studentUid, { action: 'remove', studentUid: before.studentUid, before });
  }
  return {
    entries: [...entries.values()].sort((a, b) => (a.studentUid < b.studentUid ? -1 : 1)),
    raiseOnly: !lower,
  };
}

/** True if a student keeps values that are wanted lower, or not at all. */
export const isKeeping = (entry: PlanEntry): entry is ComparedEntry =>
  'kept' in entry && Object.keys(entry.kept).length > 0;

/** `more`: the fields, by UID, that the service has kept at the write. */
export const listKept = (
  entries: readonly PlanEntry[],
  more: ReadonlyMap<string, readonly StateName[]> = new Map(),
): KeptFields[] =>
  entries.flatMap((entry) => {
    const { studentUid } = entry;
    const kept = new Set([
      ...Object.keys('kept' in entry ? entry.kept : {}),
      ...(more.get(studentUid) ?? []),
    ]);
    return kept.size > 0 ? [{ studentUid, fields: STATE_NAMES.filter((name) => kept.has(name)) }] : [];
  });

/** The student of each form. */
const findRepresentatives = (catalogue: readonly CatalogueStudent[]): Map<string, string> =>
  new Map(
    catalogue.flatMap(({ studentUid, forms }) => [studentUid, ...forms].map((uid) => [uid, studentUid])),
  );

/** Rows of several forms of a student are rows of that student. */
function groupByStudent(
  wanted: readonly StudentRegistration[],
  representatives: ReadonlyMap<string, string>,
) {
  const groups = new Map<string, StudentRegistration[]>();
  for (const row of wanted) {
    const uid = representatives.get(String(row.studentUid)) ?? String(row.studentUid);
    // A value that is no text is refused, as by `get`.
    const studentUid = typeof row.studentUid === 'string' ? uid : row.studentUid;
    groups.set(uid, [...(groups.get(uid) ?? []), { ...row, studentUid }]);
  }
  return groups;
}

/** A removal takes the bond with it, so it must not follow from a file that was read badly. */
function checkPrune(entries: ReadonlyMap<string, PlanEntry>): void {
  const refused = [...entries.values()].filter(({ action }) => action === 'refuse');
  if (entries.size > 0 && refused.length === 0) return;
  throw new RollbookError(
    'prune_refused',
    entries.size === 0
      ? 'Nothing is removed, because the wanted roster is empty.'
      : `Nothing is removed, because ${refused.length} of the wanted students cannot be written: ${refused.map(({ studentUid }) => quoteUid(studentUid)).join(', ')}.`,
  );
}
