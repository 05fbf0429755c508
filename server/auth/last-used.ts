import type { KeyStatus } from '../store/account-records.ts';
import type { Store } from '../store/types.ts';

/** How old the last use that a store knows of may grow before it is told again, and how soon it is told. */
const GRAIN_MS = 60_000;
const DELAY_MS = 500;

/** When each key was last used, to the minute: noted in memory, written now and then, never waited for. */
export class LastUsedTracker {
  #unwritten = new Map<string, number>();
  readonly #onTheirWay = new Set<string>();
  #written = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** What is noted is set down in the standing too: a store that keeps it is not told again for a while. */
  record(standing: KeyStatus, now: number): void {
    const { keyId, lastUsedAt } = standing;
    if ((lastUsedAt !== null && now - lastUsedAt < GRAIN_MS) || this.#onTheirWay.has(keyId)) return;
    standing.lastUsedAt = now;
    this.#unwritten.set(keyId, now);
    this.#timer ??= setTimeout(() => this.flush(), DELAY_MS).unref();
  }

  /** Resolves when all that was noted so far is written. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#unwritten.size > 0) {
      const before = this.#written;
      this.#written = this.#tell(this.#unwritten).then(() => before);
      this.#unwritten = new Map();
    }
    await this.#written;
  }

  /** Writes all that was noted. What the store has not written in time is dropped. */
  async close(withinMs: number): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, withinMs);
    await Promise.race([this.flush(), late.promise]);
    clearTimeout(timer);
  }

  /** A failure is left at that: a last use is good to know, not worth a refused request. */
  async #tell(uses: ReadonlyMap<string, number>): Promise<void> {
    for (const keyId of uses.keys()) this.#onTheirWay.add(keyId);
    await this.#store.noteKeyUse(uses).catch(() => {});
    for (const keyId of uses.keys()) this.#onTheirWay.delete(keyId);
  }
}
