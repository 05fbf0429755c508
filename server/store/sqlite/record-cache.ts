import type { Recorded } from '../types.ts';
import { type Step, UNKNOWN } from './epoch-range.ts';
import { KeptPages } from './page-cache.ts';
import { KeptRecords } from './student-cache.ts';

/** What a write has left of a student, if that is known; without a student it was about all of the account. */
export interface Change {
  readonly accountId: string;
  readonly studentUid?: string | undefined;
  readonly recorded?: Recorded | undefined;
}

/** The transaction that our writer is about, with what it may change, and where it leads once that is known. */
export interface UnderWay extends Step {
  readonly changes: Iterable<Change>;
}

/** What is kept of accounts, one kind of it. */
export interface Drawer<T> {
  recall(accountId: string, what: string): T | undefined;
  keep(accountId: string, what: string, value: T): void;
}

/**
 * What was read or written of accounts, kept as long as it is what the file says. The epoch of records tells: it goes
 * up with every change, and our writer tells what it was before and after its own. What any other process has written
 * ends the belief in all of it.
 */
export class Memory {
  readonly records = new KeptRecords();
  readonly pages = new KeptPages();
  #epoch = UNKNOWN;

  /** Whether it may be believed under the epoch that the file has now. */
  holdsAt(epoch: number, writing: () => UnderWay | undefined): boolean {
    if (epoch === this.#epoch) return true;
    const underWay = writing();
    if (underWay === undefined) this.#forgetAll(epoch);
    // It is on disk, and only its outcomes are still to come.
    else if (underWay.after === epoch) this.written(underWay.changes, underWay);
    return epoch === this.#epoch;
  }

  /** Our writer has made these changes, in this order; or it failed, and nothing is believed any more. */
  written(changes: Iterable<Change>, step: Step | undefined): void {
    if (step === undefined || (step.before !== this.#epoch && step.after !== this.#epoch))
      this.#forgetAll(UNKNOWN);
    this.#epoch = step?.after ?? UNKNOWN;
    for (const { accountId, studentUid, recorded } of changes) {
      this.pages.forget(accountId);
      if (studentUid === undefined) this.records.forget(accountId);
      else if (recorded === undefined) this.records.forgetOne(accountId, studentUid);
      else this.records.keep(accountId, studentUid, recorded);
    }
  }

  #forgetAll(epoch: number): void {
    this.records.forgetAll();
    this.pages.forgetAll();
    this.#epoch = epoch;
  }
}
