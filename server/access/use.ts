import type { Store } from '../store/port.ts';

/** How old the noted last use of a key may grow before it is noted again, and how soon a note is written. */
const GRAIN_MS = 60_000;
const DELAY_MS = 500;

/** When each key was last used, to the minute: noted in memory, written now and then, never waited for. */
export class KeyUse {
  readonly #noted = new Map<string, number>();
  #unwritten = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  note(keyId: string, now: number): void {
    const before = this.#noted.get(keyId);
    if (before !== undefined && now - before < GRAIN_MS) return;
    if (this.#noted.size > 20_000) this.#noted.clear();
    this.#noted.set(keyId, now);
    this.#unwritten.set(keyId, now);
    this.#timer ??= setTimeout(() => this.write(), DELAY_MS).unref();
  }

  /** A failure is left at that: a last use is good to know, not worth a refused request. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = this.#unwritten;
    this.#unwritten = new Map();
    if (uses.size > 0) await this.#store.noteKeyUse(uses).catch(() => {});
  }
}
