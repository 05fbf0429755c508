import {
  type RecruitedStudent,
  STATE_NAMES,
  type StateName,
  type StudentPatch,
  type StudentRegistration,
} from '../contract/state-fields.ts';
import { applyPatch } from '../contract/state-rules.ts';
import type { CatalogueStudent } from './catalogue.ts';
import { pairOf } from './change-losses.ts';
import { compareNet, type NetChange, netChanges, type RecordedChange } from './net-changes.ts';
import type { Plan } from './plan.ts';
import type { PlanEntry } from './plan-entry.ts';
import { planChange, planStudent } from './plan-student.ts';

/** Values that somebody has changed after the changes that are taken back. */
export interface ChangedSince {
  readonly studentUid: string;
  /** `now` is null in each field if the student is not recruited any more, `wanted` if the student was not before. */
  readonly fields: {
    readonly [Name in StateName]?: { readonly now: number | null; readonly wanted: number | null };
  };
}

/** A plan that takes changes back. */
export interface TakeBack extends Plan {
  /** In order of UID. What is not included stays as it is now. */
  readonly changedSince: readonly ChangedSince[];
  /** Fields of students who are not recruited: the API writes none. */
  readonly impossible: readonly { readonly studentUid: string; readonly fields: readonly StateName[] }[];
  /** Students who are removed with a bond that may have been recorded before they were registered. */
  readonly losesBond: readonly string[];
}

/** Options of `planTakeBack`. */
export interface TakeBackOptions {
  /** Takes all values back, also those that were changed since. */
  force?: boolean | undefined;
  /**
   * The fields of each student that are taken back although they were changed since. A registration is taken back if
   * all of its changed fields are included.
   */
  include?: ReadonlyMap<string, ReadonlySet<StateName>> | undefined;
}

type Fields = ChangedSince['fields'];
interface Part {
  readonly entry?: PlanEntry | undefined;
  readonly changedSince?: Fields | undefined;
  readonly impossible?: readonly StateName[] | undefined;
}

/**
 * Plans to take changes back: a group, those of one student or of one caller. Each value becomes what others wrote last
 * before them, unless somebody else has changed it since.
 */
export function planTakeBack(
  changes: readonly RecordedChange[],
  current: readonly RecruitedStudent[],
  catalogue: readonly CatalogueStudent[],
  { force = false, include = new Map() }: TakeBackOptions = {},
): TakeBack {
  const currentByUid = new Map(current.map((student) => [student.studentUid, student]));
  const entries: PlanEntry[] = [];
  const changedSince: ChangedSince[] = [];
  const impossible: { studentUid: string; fields: readonly StateName[] }[] = [];
  const losesBond: string[] = [];
  for (const net of netChanges(changes)) {
    const { studentUid } = net;
    const isIncluded = (name: StateName) => force || include.get(studentUid)?.has(name) === true;
    const part = planNet(net, currentByUid.get(studentUid), catalogue, isIncluded);
    if (part.entry !== undefined && part.entry.action !== 'unchanged') entries.push(part.entry);
    if (part.entry?.action === 'remove' && net.after.get('bond') !== null) losesBond.push(studentUid);
    if (hasFields(part.changedSince)) changedSince.push({ studentUid, fields: part.changedSince });
    if (part.impossible?.length) impossible.push({ studentUid, fields: part.impossible });
  }
  return { entries, changedSince, impossible, losesBond };
}

const hasFields = (fields: Fields | undefined): fields is Fields =>
  fields !== undefined && Object.keys(fields).length > 0;

type IsIncluded = (name: StateName) => boolean;

function planNet(
  net: NetChange,
  now: RecruitedStudent | undefined,
  catalogue: readonly CatalogueStudent[],
  isIncluded: IsIncluded,
): Part {
  if (net.registration === 'registered') return now === undefined ? {} : planRemoval(net, now, isIncluded);
  if (now !== undefined) return planValues(net, now, isIncluded);
  if (net.registration === undefined) return { impossible: [...compareNet(net).keys()] };
  return planReturn(net, catalogue, isIncluded);
}

/** The student was registered, and is recruited now. */
function planRemoval(
  { studentUid, after }: NetChange,
  before: RecruitedStudent,
  isIncluded: IsIncluded,
): Part {
  const changed = STATE_NAMES.filter((name) => before[name] !== (after.get(name) ?? null));
  return {
    entry: changed.every(isIncluded) ? { action: 'remove', studentUid, before } : undefined,
    changedSince: toFields(changed, (name) => ({ now: before[name], wanted: null })),
  };
}

/** The student was removed, and is not recruited now. */
function planReturn(
  { studentUid, registration, before }: NetChange,
  catalogue: readonly CatalogueStudent[],
  isIncluded: IsIncluded,
): Part {
  const known = [...before].filter(([, value]) => value !== null);
  const state = { studentUid, ...Object.fromEntries(known) } as StudentRegistration;
  const lost = registration === 'removed' ? [] : known.map(([name]) => name);
  return {
    entry: lost.every(isIncluded)
      ? planStudent(studentUid, [state], undefined, { catalogue, mayLose: () => true })
      : undefined,
    changedSince: toFields(lost, (name) => ({ now: null, wanted: before.get(name) ?? null })),
  };
}

/** The student was recruited before, and is now. */
function planValues({ before, after }: NetChange, now: RecruitedStudent, isIncluded: IsIncluded): Part {
  const { studentUid, tier, weaponTier } = now;
  const isWanted = (name: StateName, value: number | null) =>
    value !== now[name] && value !== after.get(name);
  const wanted = new Map([...before].filter((field) => isWanted(...field)));
  const apply = () => applyPatch(now, Object.fromEntries(wanted) as StudentPatch);
  // Experience of another rank would be stored as null.
  if (wanted.has('bondExp') && wanted.get('bondExp') !== apply().bondExp) wanted.delete('bondExp');
  const isChanged = (name: StateName) => wanted.has(name) && now[name] !== after.get(name);
  const changed = new Set([...wanted.keys()].filter((name) => pairOf(name).some(isChanged)));
  // Another rank would clear the experience that somebody has recorded since.
  const { bondExp } = apply();
  if (wanted.has('bond') && !wanted.has('bondExp') && bondExp !== now.bondExp) {
    wanted.set('bondExp', bondExp);
    for (const name of pairOf('bond')) changed.add(name);
  }
  const isTaken = (name: StateName) => !changed.has(name) || pairOf(name).some(isIncluded);
  const taken = [...wanted].filter(([name]) => isTaken(name));
  return {
    entry: planChange(now, { studentUid, tier, weaponTier, ...Object.fromEntries(taken) }, () => true),
    changedSince: toFields([...changed], (name) => ({ now: now[name], wanted: wanted.get(name) ?? null })),
  };
}

const toFields = (
  names: readonly StateName[],
  describe: (name: StateName) => { now: number | null; wanted: number | null },
): Fields => Object.fromEntries(names.map((name) => [name, describe(name)]));

/** Plans to make the roster as it was: lowers, clears and removes as well. */
export function planRestore(
  past: readonly RecruitedStudent[],
  current: readonly RecruitedStudent[],
  catalogue: readonly CatalogueStudent[],
): Plan {
  const currentByUid = new Map(current.map((student) => [student.studentUid, student]));
  const pastUids = new Set(past.map(({ studentUid }) => studentUid));
  const entries = [
    ...past.map((state) =>
      planStudent(state.studentUid, [state], currentByUid.get(state.studentUid), {
        catalogue,
        mayLose: () => true,
      }),
    ),
    ...current
      .filter(({ studentUid }) => !pastUids.has(studentUid))
      .map((before): PlanEntry => ({ action: 'remove', studentUid: before.studentUid, before })),
  ];
  return { entries: entries.sort((a, b) => (a.studentUid < b.studentUid ? -1 : 1)) };
}
