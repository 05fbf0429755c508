import type { Change } from '../contract/history.ts';
import { type GrowthState, STATE_NAMES, type StateName } from '../contract/state-fields.ts';
import { compareField, type ValueEffect } from './compare-values.ts';

/** The part of a change that a plan needs to know. */
export type RecordedChange = Pick<Change, 'number' | 'studentUid' | 'kind' | 'fields'>;

type Values = ReadonlyMap<StateName, number | null>;

/** The sum of the changes of one student, whatever others did in between. */
export interface NetChange {
  readonly studentUid: string;
  /** The fate of the registration; `replaced` is removed and registered again. Undefined if it stayed as it was. */
  readonly registration: 'registered' | 'removed' | 'replaced' | undefined;
  /** The value of each field that others wrote last before a change of it: all fields of a student who was removed. */
  readonly before: Values;
  /** The value of each field after the last change of it: all fields of a student who was registered. */
  readonly after: Values;
}

/** By student, in order of UID. */
export function netChanges(changes: readonly RecordedChange[]): NetChange[] {
  const byStudent = new Map<string, RecordedChange[]>();
  for (const change of changes.toSorted((a, b) => a.number - b.number)) {
    const ofStudent = byStudent.get(change.studentUid);
    if (ofStudent === undefined) byStudent.set(change.studentUid, [change]);
    else ofStudent.push(change);
  }
  return [...byStudent]
    .map(([studentUid, ofStudent]) => ({ studentUid, ...netChange(ofStudent) }))
    .sort((a, b) => (a.studentUid < b.studentUid ? -1 : 1));
}

function netChange(changes: readonly RecordedChange[]): Omit<NetChange, 'studentUid'> {
  const isRegistration = ({ kind }: RecordedChange) => kind === 'registered' || kind === 'removed';
  const first = changes.findIndex(isRegistration);
  const last = changes.findLastIndex(isRegistration);
  const wasRecruited = changes[first]?.kind === 'removed';
  const isRecruited = changes[last]?.kind === 'registered';
  if (!wasRecruited && !isRecruited) {
    const later = changes.slice(last + 1);
    return { registration: undefined, before: valuesBefore(later), after: valuesAfter(later) };
  }
  const before = wasRecruited ? valuesBefore(changes.slice(0, first + 1)) : new Map();
  const after = valuesAfter(changes.slice(isRecruited ? last : last + 1));
  if (!wasRecruited) return { registration: 'registered', before, after };
  return { registration: isRecruited ? 'replaced' : 'removed', before, after };
}

/** A value that somebody else wrote in between counts, and not the one before it. */
function valuesBefore(changes: readonly RecordedChange[]): Map<StateName, number | null> {
  const values = new Map<StateName, number | null>();
  const latest = new Map<StateName, number | null>();
  for (const { kind, fields } of changes)
    for (const name of STATE_NAMES) {
      const field = fields[name];
      if (field === undefined && kind !== 'removed') continue;
      const [before, after] = field ?? [null, null];
      if (!latest.has(name) || latest.get(name) !== before) values.set(name, before);
      latest.set(name, after);
    }
  return values;
}

function valuesAfter(changes: readonly RecordedChange[]): Map<StateName, number | null> {
  const values = new Map<StateName, number | null>();
  for (const { kind, fields } of changes)
    for (const name of STATE_NAMES) {
      const value = fields[name]?.[1];
      if (value !== undefined || kind === 'registered') values.set(name, value ?? null);
    }
  return values;
}

/** The sum of changes in numbers. Values of a student who was registered or removed are not counted. */
export interface ChangeSummary {
  readonly students: number;
  readonly registered: number;
  readonly removed: number;
  /** The others, whose values differ. */
  readonly changed: number;
  /** Values that differ, and what became of them. */
  readonly values: number;
  readonly raised: number;
  /** There was none before. */
  readonly recorded: number;
  readonly lowered: number;
  readonly cleared: number;
}

const COUNTS = {
  raises: 'raised',
  records: 'recorded',
  lowers: 'lowered',
  clears: 'cleared',
} as const satisfies Record<ValueEffect, keyof ChangeSummary>;

/** Counts what differs in the end: a value that was changed twice is one. */
export function summarizeChanges(changes: readonly RecordedChange[]): ChangeSummary {
  const summary = {
    students: 0,
    registered: 0,
    removed: 0,
    changed: 0,
    values: 0,
    raised: 0,
    recorded: 0,
    lowered: 0,
    cleared: 0,
  };
  for (const net of netChanges(changes)) {
    if (net.registration === 'registered' || net.registration === 'removed') {
      summary[net.registration] += 1;
      summary.students += 1;
      continue;
    }
    const effects = compareNet(net);
    if (effects.size === 0) continue;
    summary.students += 1;
    summary.changed += 1;
    for (const effect of effects.values()) {
      summary.values += 1;
      summary[COUNTS[effect]] += 1;
    }
  }
  return summary;
}

/** The effect on each value that differs. */
export function compareNet({ before, after }: NetChange): Map<StateName, ValueEffect> {
  const from = toState(before);
  const to = toState(after);
  const names = [...after.keys()].filter((name) => from[name] !== to[name]);
  return new Map(names.map((name) => [name, compareField(name, from, to)]));
}

const toState = (values: Values): GrowthState =>
  Object.fromEntries(STATE_NAMES.map((name) => [name, values.get(name) ?? null])) as GrowthState;
