import type { StudentPage } from '../types.ts';

/** Letters of ASCII, a byte each. */
const MOST_KEPT = 16_000_000;
/** What is left when they are too many: a map is walked over the places of all that it has lost, so not for each. */
const LEFT = 14_000_000;
/** What it costs to keep anything at all, in letters. */
const OF_EACH = 400;

/** Pages of an account's students in memory, each under what was asked for. */
export class PageCache {
  readonly #accounts = new Map<string, Map<string, StudentPage>>();
  #letters = 0;

  get(accountId: string, asked: string): StudentPage | undefined {
    return this.#accounts.get(accountId)?.get(asked);
  }

  set(accountId: string, asked: string, page: StudentPage): void {
    const pages = this.#accounts.get(accountId);
    const former = pages?.get(asked);
    if (pages === undefined) this.#accounts.set(accountId, new Map([[asked, page]]));
    else pages.set(asked, page);
    this.#letters += lettersOf(asked, page) - (former ? lettersOf(asked, former) : 0);
    if (this.#letters <= MOST_KEPT) return;
    // Whoever was met first goes first.
    for (const one of this.#accounts.keys()) {
      if (this.#letters <= LEFT) break;
      this.deleteAccount(one);
    }
  }

  deleteAccount(accountId: string): void {
    for (const [asked, page] of this.#accounts.get(accountId) ?? []) this.#letters -= lettersOf(asked, page);
    this.#accounts.delete(accountId);
  }

  clear(): void {
    this.#accounts.clear();
    this.#letters = 0;
  }
}

const lettersOf = (asked: string, { text }: StudentPage): number => asked.length + text.length + OF_EACH;
