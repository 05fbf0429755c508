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
