import type { Store } from '../store/store.ts';
import type { KeyStatus } from '../store/stored-account.ts';

/** Resolution of a stored last use: a newer use within this time is not written. */
const RESOLUTION_MS = 60_000;
const FLUSH_DELAY_MS = 500;

/** Tracks when each key was last used, to the minute. Uses are written in batches, and no request waits for them. */
export class LastUsedTracker {
  #pending = new Map<string, number>();
  readonly #inFlight = new Set<string>();
  #lastWrite = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  record({ keyId, lastUsedAt }: Pick<KeyStatus, 'keyId' | 'lastUsedAt'>, now: number): void {
    if ((lastUsedAt !== null && now - lastUsedAt < RESOLUTION_MS) || this.#inFlight.has(keyId)) return;
    this.#pending.set(keyId, now);
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_DELAY_MS).unref();
  }

  /** Resolves when every recorded use is written. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending.size > 0) {
      const previous = this.#lastWrite;
      this.#lastWrite = this.#write(this.#pending).then(() => previous);
      this.#pending = new Map();
    }
    await this.#lastWrite;
  }

  /** Flushes, but drops what the store has not written by the timeout. */
  async close(timeoutMs: number): Promise<void> {
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, timeoutMs);
    await Promise.race([this.flush(), timeout.promise]);
    clearTimeout(timer);
  }

  /** Ignores failures: a lost last use must not fail a request. */
  async #write(uses: ReadonlyMap<string, number>): Promise<void> {
    for (const keyId of uses.keys()) this.#inFlight.add(keyId);
    await this.#store.noteKeyUse(uses).catch(() => {});
    for (const keyId of uses.keys()) this.#inFlight.delete(keyId);
  }
}
