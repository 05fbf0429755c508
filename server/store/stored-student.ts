import { type GrowthState, STATE_NAMES, type StateName } from '../../contract/state-fields.ts';
import { findForbidden } from './find-forbidden.ts';

/** A student's record: recruited, or only a bond recorded for a student who is not recruited. */
export interface StoredStudent {
  readonly recruited: boolean;
  /** The state as JSON, byte for byte as the API returns it. Equal records have equal texts. */
  readonly json: string;
}

/** The numbers of a change in the account's history: its own, and that of its group. */
export interface ChangeNumbers {
  readonly number: number;
  readonly group: number;
}

/** What a write of a record has done. `change` is undefined if nothing differs, or history is off. */
export interface WrittenRecord {
  readonly change: ChangeNumbers | undefined;
}

/** The record as it was written. */
export type WrittenStudent = StoredStudent & WrittenRecord;

/** A record of a student of whom nothing is recorded. */
export const NO_VALUES = Object.fromEntries(STATE_NAMES.map((name) => [name, null])) as Record<
  StateName,
  null
>;

/** The record as it is written. */
export const toStoredStudent = (studentUid: string, growth: Partial<GrowthState>): StoredStudent => ({
  json: JSON.stringify({ studentUid, ...NO_VALUES, ...growth }),
  recruited: typeof growth.tier === 'number',
});

/**
 * As `toStoredStudent`, of what the contract allows: every write passes here, whichever way it came in, because the
 * database knows no bound of the game. What a record has already may stay after the bounds have changed.
 */
export function toWrittenStudent(
  studentUid: string,
  growth: Partial<GrowthState>,
  before: StoredStudent | undefined,
): StoredStudent {
  const forbidden = findForbidden({ ...NO_VALUES, ...growth });
  if (forbidden.length > 0) {
    const stored: Partial<GrowthState> = before === undefined ? {} : parseGrowth(before.json);
    const changed = forbidden.filter((name) => (growth[name] ?? null) !== (stored[name] ?? null));
    if (before === undefined || changed.length > 0)
      throw new RangeError(`a record with this ${changed.join(', ')} may not be stored`);
  }
  return toStoredStudent(studentUid, growth);
}

export const parseGrowth = (text: string): GrowthState => {
  const { studentUid: _, ...growth } = JSON.parse(text);
  return growth;
};

/** True for a record as a release has written it, with all names in their order. It goes into responses as it is. */
export function isRecordText(text: string): boolean {
  try {
    const { studentUid, ...growth } = JSON.parse(text);
    return (
      typeof studentUid === 'string' &&
      JSON.stringify({ studentUid, ...growth }) === text &&
      Object.keys(growth).join() === STATE_NAMES.join() &&
      Object.values(growth).every((value) => value === null || Number.isSafeInteger(value))
    );
  } catch {
    return false;
  }
}
