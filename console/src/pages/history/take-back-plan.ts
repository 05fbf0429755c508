import type { CatalogueStudent } from '../../../../client/catalogue.ts';
import type { RecordedChange } from '../../../../client/net-changes.ts';
import type { PlanEntry } from '../../../../client/plan-entry.ts';
import { planRestore, planTakeBack, type TakeBack } from '../../../../client/take-back.ts';
import { type RecruitedStudent, STATE_NAMES, type StateName } from '../../../../contract/state-fields.ts';
import { isWrite, type ValueChange, type WriteEntry } from '../../changes/change-entries.ts';

/** What is known of a request: changes to take back, or a roster to restore. */
export type TakeBackSource =
  | {
      readonly changes: readonly RecordedChange[];
      readonly isPartial: boolean;
      /** Those whose materials and goals return. */
      readonly spendingGroups: readonly number[];
    }
  | { readonly past: readonly RecruitedStudent[]; readonly asOf: string };

/** Of each student, the fields changed since that the player takes back as well. */
export type IncludedFields = ReadonlyMap<string, ReadonlySet<string>>;

type Refusal = Extract<PlanEntry, { action: 'refuse' }>;

/** A student who is taken back, or could be. */
export interface TakeBackRow {
  readonly studentUid: string;
  /** What is written; undefined if the student stays as it is. */
  readonly entry: WriteEntry | undefined;
  /** Why nothing can be written with the fields that are included. */
  readonly refusal: Refusal | undefined;
  /** What is written if everything changed since is taken back as well. */
  readonly action: WriteEntry['action'];
  /** The fields that were changed since: `from` is now. */
  readonly since: readonly ValueChange[];
  /** Removed with a bond that may be older than the registration. */
  readonly losesBond: boolean;
}

export interface TakeBackPlan {
  readonly rows: readonly TakeBackRow[];
  readonly refused: readonly Refusal[];
  readonly impossible: TakeBack['impossible'];
}

/** The plan with the fields that the player includes. */
export function planAll(
  source: TakeBackSource,
  current: readonly RecruitedStudent[],
  catalogue: readonly CatalogueStudent[],
  included: IncludedFields,
  only: ReadonlySet<string> | undefined,
): TakeBackPlan {
  const [plan, forced] = planBoth(source, current, catalogue, included);
  const isShown = ({ studentUid }: { studentUid: string }) => only === undefined || only.has(studentUid);
  const entries = new Map(plan.entries.map((entry) => [entry.studentUid, entry]));
  const since = new Map(plan.changedSince.map(({ studentUid, fields }) => [studentUid, fields]));
  const losesBond = new Set(forced.losesBond);
  const rows = forced.entries.filter(isShown).flatMap((wanted): TakeBackRow[] => {
    const { studentUid } = wanted;
    const planned = entries.get(studentUid);
    const entry = planned !== undefined && isWrite(planned) ? planned : undefined;
    const refusal = planned?.action === 'refuse' ? planned : undefined;
    const changedSince = listSince(since.get(studentUid));
    // Without a choice a refused student is no row.
    const writable = isWrite(wanted) ? wanted : entry;
    if (writable === undefined || (entry === undefined && changedSince.length === 0)) return [];
    const { action } = writable;
    return [
      { studentUid, entry, refusal, action, since: changedSince, losesBond: losesBond.has(studentUid) },
    ];
  });
  const shown = new Set(rows.map(({ studentUid }) => studentUid));
  return {
    // What asks for a decision comes first, and does not move when it is decided.
    rows: rows.toSorted((a, b) => Number(b.since.length > 0) - Number(a.since.length > 0)),
    refused: forced.entries
      .filter(isShown)
      .filter((entry): entry is Refusal => entry.action === 'refuse' && !shown.has(entry.studentUid)),
    impossible: plan.impossible.filter(isShown),
  };
}

const listSince = (fields: TakeBack['changedSince'][number]['fields'] = {}): ValueChange[] =>
  STATE_NAMES.flatMap((name) => {
    const field = fields[name];
    return field === undefined ? [] : [{ name, from: field.now, to: field.wanted }];
  });

function planBoth(
  source: TakeBackSource,
  current: readonly RecruitedStudent[],
  catalogue: readonly CatalogueStudent[],
  included: IncludedFields,
): [TakeBack, TakeBack] {
  if ('past' in source) {
    const { entries } = planRestore(source.past, current, catalogue);
    const differing = entries.filter(({ action }) => action !== 'unchanged');
    const restore = { entries: differing, changedSince: [], impossible: [], losesBond: [] };
    return [restore, restore];
  }
  const include = included as ReadonlyMap<string, ReadonlySet<StateName>>;
  return [
    planTakeBack(source.changes, current, catalogue, { include }),
    planTakeBack(source.changes, current, catalogue, { force: true }),
  ];
}
