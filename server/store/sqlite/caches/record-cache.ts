import type { StudentPage } from '../../store.ts';
import type { StoredStudent } from '../../stored-student.ts';
import { AccountCache } from './account-cache.ts';
import { type EpochRange, UNKNOWN_EPOCH } from './epoch-range.ts';

const MAX_STUDENT_BYTES = 12_000_000;
const MAX_PAGE_BYTES = 16_000_000;

/** A change to one student's record, or to the whole account if `studentUid` is undefined. */
export interface RecordChange {
  readonly accountId: string;
  readonly studentUid?: string | undefined;
  /** The record after the change; undefined if there is none, or if it is not known. */
  readonly recorded?: StoredStudent | undefined;
}

/** The transaction that the writer thread is executing. Its epochs are UNKNOWN_EPOCH until just before COMMIT. */
export interface InFlightTransaction extends EpochRange {
  readonly changes: Iterable<RecordChange>;
}

/**
 * Caches records and pages as of one epoch of the file. Our writer reports the epochs before and after each of its
 * transactions, so their changes update the cache; a change by any other process clears it.
 */
export class RecordCache {
  /** By UID. */
  readonly students = new AccountCache<StoredStudent>(MAX_STUDENT_BYTES);
  /** By limit and start. */
  readonly pages = new AccountCache<StudentPage>(MAX_PAGE_BYTES);
  #epoch = UNKNOWN_EPOCH;

  /** Brings the cache to the file's current epoch. Returns false if that fails and the cache must not be used. */
  validate(epoch: number, getInFlight: () => InFlightTransaction | undefined): boolean {
    if (epoch === this.#epoch) return true;
    const inFlight = getInFlight();
    if (inFlight === undefined) this.#clear(epoch);
    // The transaction is committed, but the writer's message with its outcomes has not arrived.
    else if (inFlight.after === epoch) this.applyChanges(inFlight.changes, inFlight);
    return epoch === this.#epoch;
  }

  /** Applies the changes of one transaction in their order. `epochs` is undefined if the transaction failed. */
  applyChanges(changes: Iterable<RecordChange>, epochs: EpochRange | undefined): void {
    if (epochs === undefined || (epochs.before !== this.#epoch && epochs.after !== this.#epoch))
      this.#clear(UNKNOWN_EPOCH);
    this.#epoch = epochs?.after ?? UNKNOWN_EPOCH;
    for (const { accountId, studentUid, recorded } of changes) {
      this.pages.deleteAccount(accountId);
      if (studentUid === undefined) this.students.deleteAccount(accountId);
      else if (recorded === undefined) this.students.delete(accountId, studentUid);
      else this.students.set(accountId, studentUid, recorded);
    }
  }

  #clear(epoch: number): void {
    this.students.clear();
    this.pages.clear();
    this.#epoch = epoch;
  }
}
