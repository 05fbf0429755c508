import type { StudentPage } from '../types.ts';

/** Pages are almost all ASCII, so a character counts as a byte. */
const MAX_BYTES = 16_000_000;
/** Evicts down to this at once: iterating a Map walks over the holes of deleted entries, so one by one is slow. */
const BYTES_AFTER_EVICTION = 14_000_000;
const ENTRY_OVERHEAD_BYTES = 400;

/** Caches pages of an account's students by the page's limit and start. Evicts the accounts that were cached first. */
export class PageCache {
  readonly #accounts = new Map<string, Map<string, StudentPage>>();
  #bytes = 0;

  get(accountId: string, key: string): StudentPage | undefined {
    return this.#accounts.get(accountId)?.get(key);
  }

  set(accountId: string, key: string, page: StudentPage): void {
    const pages = this.#accounts.get(accountId);
    const replaced = pages?.get(key);
    if (pages === undefined) this.#accounts.set(accountId, new Map([[key, page]]));
    else pages.set(key, page);
    this.#bytes += entryBytes(key, page) - (replaced ? entryBytes(key, replaced) : 0);
    if (this.#bytes <= MAX_BYTES) return;
    for (const oldest of this.#accounts.keys()) {
      if (this.#bytes <= BYTES_AFTER_EVICTION) break;
      this.deleteAccount(oldest);
    }
  }

  deleteAccount(accountId: string): void {
    for (const [key, page] of this.#accounts.get(accountId) ?? []) this.#bytes -= entryBytes(key, page);
    this.#accounts.delete(accountId);
  }

  clear(): void {
    this.#accounts.clear();
    this.#bytes = 0;
  }
}

const entryBytes = (key: string, { json }: StudentPage): number =>
  key.length + json.length + ENTRY_OVERHEAD_BYTES;
