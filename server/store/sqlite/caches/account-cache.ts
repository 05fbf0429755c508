/** Evicts down to this share at once: iterating a Map walks over the holes of deleted entries, so one by one is slow. */
const SHARE_AFTER_EVICTION = 7 / 8;
const ENTRY_OVERHEAD_BYTES = 400;

/** Caches what was read of an account's students, in bounded memory. Evicts the accounts that were cached first. */
export class AccountCache<T extends { readonly json: string }> {
  readonly #accounts = new Map<string, Map<string, T>>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(accountId: string, key: string): T | undefined {
    return this.#accounts.get(accountId)?.get(key);
  }

  set(accountId: string, key: string, value: T): void {
    const entries = this.#accounts.get(accountId);
    const replaced = entries?.get(key);
    if (entries === undefined) this.#accounts.set(accountId, new Map([[key, value]]));
    else entries.set(key, value);
    this.#bytes += entryBytes(key, value) - (replaced ? entryBytes(key, replaced) : 0);
    if (this.#bytes <= this.#maxBytes) return;
    for (const oldest of this.#accounts.keys()) {
      if (this.#bytes <= this.#maxBytes * SHARE_AFTER_EVICTION) break;
      this.deleteAccount(oldest);
    }
  }

  delete(accountId: string, key: string): void {
    const entries = this.#accounts.get(accountId);
    const value = entries?.get(key);
    if (entries === undefined || value === undefined) return;
    this.#bytes -= entryBytes(key, value);
    entries.delete(key);
    if (entries.size === 0) this.#accounts.delete(accountId);
  }

  deleteAccount(accountId: string): void {
    for (const [key, value] of this.#accounts.get(accountId) ?? []) this.#bytes -= entryBytes(key, value);
    this.#accounts.delete(accountId);
  }

  clear(): void {
    this.#accounts.clear();
    this.#bytes = 0;
  }
}

/** Texts are almost all ASCII, so a character counts as a byte. */
const entryBytes = (key: string, { json }: { json: string }): number =>
  key.length + json.length + ENTRY_OVERHEAD_BYTES;
