import type { Store } from '../store/port.ts';
import type { Standing } from './records.ts';

/** How old the last use that a store knows of may grow before it is told again, and how soon it is told. */
const GRAIN_MS = 60_000;
const DELAY_MS = 500;

/** When each key was last used, to the minute: noted in memory, written now and then, never waited for. */
export class KeyUse {
  #unwritten = new Map<string, number>();
  readonly #onTheirWay = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  note(standing: Standing, now: number): void {
    const { keyId, lastUsedAt } = standing;
    if ((lastUsedAt !== null && now - lastUsedAt < GRAIN_MS) || this.#onTheirWay.has(keyId)) return;
    standing.lastUsedAt = now;
    this.#unwritten.set(keyId, now);
    this.#timer ??= setTimeout(() => this.write(), DELAY_MS).unref();
  }

  /** A failure is left at that: a last use is good to know, not worth a refused request. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = this.#unwritten;
    if (uses.size === 0) return;
    this.#unwritten = new Map();
    for (const keyId of uses.keys()) this.#onTheirWay.add(keyId);
    await this.#store.noteKeyUse(uses).catch(() => {});
    for (const keyId of uses.keys()) this.#onTheirWay.delete(keyId);
  }
}
