/** Letters of ASCII, a byte each. */
const MOST_KEPT = 24_000_000;
/** What it costs to keep anything at all, in letters. */
const OF_EACH = 400;

interface Kept {
  letters: number;
  values: Map<string, unknown>;
}

/**
 * What was read of accounts, kept as long as it is what the file says. The epoch of records tells: it goes up with
 * every change, and our writer tells what it was before and after each of its own. While they differ, a write is
 * under way or another process has written, and nothing here is believed.
 */
export class Memory {
  readonly #accounts = new Map<string, Kept>();
  #epoch = -1;
  #letters = 0;

  /** Whether it may be believed under the epoch that the file has now; `writing`: a write of ours may be why not. */
  holdsAt(epoch: number, writing: boolean): boolean {
    if (epoch !== this.#epoch && !writing) this.#forgetAll(epoch);
    return epoch === this.#epoch;
  }

  /** Our writer has written of these accounts, and the epoch was `before` and is `after`. */
  written(accounts: Iterable<string>, { before, after }: { before: number; after: number }): void {
    if (before !== this.#epoch) this.#forgetAll(after);
    else for (const accountId of accounts) this.#forget(accountId);
    this.#epoch = after;
  }

  recall(accountId: string, what: string): unknown {
    return this.#accounts.get(accountId)?.values.get(what);
  }

  keep(accountId: string, what: string, value: unknown, letters: number): void {
    let kept = this.#accounts.get(accountId);
    if (kept === undefined) {
      kept = { letters: 0, values: new Map() };
      this.#accounts.set(accountId, kept);
    }
    const all = what.length + letters + OF_EACH;
    kept.values.set(what, value);
    kept.letters += all;
    this.#letters += all;
    // Whoever was met first goes first.
    for (const one of this.#accounts.keys()) {
      if (this.#letters <= MOST_KEPT) break;
      this.#forget(one);
    }
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
