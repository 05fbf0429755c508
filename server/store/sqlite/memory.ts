import type { Recorded } from '../port.ts';
import { type Step, UNKNOWN } from './step.ts';

/** Letters of ASCII, a byte each. */
const MOST_KEPT = 16_000_000;
/** What is left when they are too many: a map is walked over the places of all that it has lost, so not for each. */
const LEFT = 14_000_000;
/** What it costs to keep anything at all, in letters. */
const OF_EACH = 400;

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

interface Text {
  readonly text: string;
}
/** A drawer is made when something is put into it: most accounts have but one. */
interface Kept {
  letters: number;
  records?: Map<string, Text>;
  pages?: Map<string, Text>;
}
type Drawer = 'records' | 'pages';

/**
 * What was read or written of accounts, kept as long as it is what the file says. The epoch of records tells: it goes
 * up with every change, and our writer tells what it was before and after its own. What any other process has written
 * ends the belief in all of it.
 */
export class Memory {
  readonly #accounts = new Map<string, Kept>();
  #epoch = UNKNOWN;
  #letters = 0;

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
    for (const change of changes) this.#changed(change);
  }

  recall(accountId: string, from: Drawer, what: string): Text | undefined {
    return this.#accounts.get(accountId)?.[from]?.get(what);
  }

  keep(accountId: string, into: Drawer, what: string, value: Text): void {
    let kept = this.#accounts.get(accountId);
    if (kept === undefined) {
      kept = { letters: 0 };
      this.#accounts.set(accountId, kept);
    }
    kept[into] ??= new Map();
    this.#weigh(kept, lettersOf(what, value) - lettersOf(what, kept[into].get(what)));
    kept[into].set(what, value);
    if (this.#letters <= MOST_KEPT) return;
    // Whoever was met first goes first.
    for (const one of this.#accounts.keys()) {
      if (this.#letters <= LEFT) break;
      this.#forget(one);
    }
  }

  #changed({ accountId, studentUid, recorded }: Change): void {
    const kept = this.#accounts.get(accountId);
    if (studentUid === undefined) this.#forget(accountId);
    else {
      for (const page of kept?.pages?.keys() ?? []) this.#drop(kept, 'pages', page);
      // In its old place: a map that loses and gains is made anew every so often.
      if (recorded !== undefined) this.keep(accountId, 'records', studentUid, recorded);
      else {
        this.#drop(kept, 'records', studentUid);
        if (kept?.letters === 0) this.#forget(accountId);
      }
    }
  }

  #drop(kept: Kept | undefined, from: Drawer, what: string): void {
    if (kept === undefined) return;
    this.#weigh(kept, -lettersOf(what, kept[from]?.get(what)));
    kept[from]?.delete(what);
  }

  #weigh(kept: Kept, letters: number): void {
    kept.letters += letters;
    this.#letters += letters;
  }

  #forget(accountId: string): void {
    this.#letters -= this.#accounts.get(accountId)?.letters ?? 0;
    this.#accounts.delete(accountId);
  }

  #forgetAll(epoch: number): void {
    this.#accounts.clear();
    [this.#epoch, this.#letters] = [epoch, 0];
  }
}

const lettersOf = (what: string, kept: Text | undefined): number =>
  kept === undefined ? 0 : what.length + kept.text.length + OF_EACH;
