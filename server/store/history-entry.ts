import { type ChangeKind, describeChange } from '../../contract/history.ts';
import type { GrowthState } from '../../contract/state-fields.ts';
import type { StoredStudent } from './stored-student.ts';
import { parseGrowth } from './stored-student.ts';

/** A group stays open while no more groups than these have begun after it. */
export const MAX_OPEN_GROUPS = 64;

/** What the history tells of a write of one record. The engine adds who made it, and its numbers. */
export interface HistoryEntry {
  readonly kind: ChangeKind;
  /** JSON. */
  readonly fields: string;
}

/** Undefined if the write changes nothing. */
export function historyEntry(
  before: StoredStudent | undefined,
  after: Partial<GrowthState> | undefined,
): HistoryEntry | undefined {
  const change = describeChange(before && parseGrowth(before.json), after);
  return change && { kind: change.kind, fields: JSON.stringify(change.fields) };
}
