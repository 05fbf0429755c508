import type { StoredStudent } from '../types.ts';
import { type EpochRange, UNKNOWN_EPOCH } from './epoch-range.ts';
import { PageCache } from './page-cache.ts';
import { StudentCache } from './student-cache.ts';

/** What a write has left of a student, if that is known; without a student it was about all of the account. */
export interface RecordChange {
  readonly accountId: string;
  readonly studentUid?: string | undefined;
  readonly recorded?: StoredStudent | undefined;
}

/** The transaction that our writer is about, with what it may change, and where it leads once that is known. */
export interface InFlightTransaction extends EpochRange {
  readonly changes: Iterable<RecordChange>;
}

/** What is kept of accounts, one kind of it. */
export interface Cache<T> {
  get(accountId: string, what: string): T | undefined;
  set(accountId: string, what: string, value: T): void;
}

/**
 * What was read or written of accounts, kept as long as it is what the file says. The epoch of records tells: it goes
 * up with every change, and our writer tells what it was before and after its own. What any other process has written
 * ends the belief in all of it.
 */
export class RecordCache {
  readonly students = new StudentCache();
  readonly pages = new PageCache();
  #epoch = UNKNOWN_EPOCH;

  /** Whether it may be believed under the epoch that the file has now. */
  isCurrent(epoch: number, writing: () => InFlightTransaction | undefined): boolean {
    if (epoch === this.#epoch) return true;
    const underWay = writing();
    if (underWay === undefined) this.#forgetAll(epoch);
    // It is on disk, and only its outcomes are still to come.
    else if (underWay.after === epoch) this.applyChanges(underWay.changes, underWay);
    return epoch === this.#epoch;
  }

  /** Our writer has made these changes, in this order; or it failed, and nothing is believed any more. */
  applyChanges(changes: Iterable<RecordChange>, step: EpochRange | undefined): void {
    if (step === undefined || (step.before !== this.#epoch && step.after !== this.#epoch))
      this.#forgetAll(UNKNOWN_EPOCH);
    this.#epoch = step?.after ?? UNKNOWN_EPOCH;
    for (const { accountId, studentUid, recorded } of changes) {
      this.pages.deleteAccount(accountId);
      if (studentUid === undefined) this.students.deleteAccount(accountId);
      else if (recorded === undefined) this.students.delete(accountId, studentUid);
      else this.students.set(accountId, studentUid, recorded);
    }
  }

  #forgetAll(epoch: number): void {
    this.students.clear();
    this.pages.clear();
    this.#epoch = epoch;
  }
}
