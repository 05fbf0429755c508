import type { Outcome } from '../request/outcome.ts';

/** More would be links that are all opened again and again. The oldest to be opened goes first. */
const MAX_ENTRIES = 256;
const MAX_BYTES = 16 * 1_048_576;

type Rendered = Outcome & { readonly body: Buffer };

interface Bounds {
  readonly maxEntries: number;
  readonly maxBytes: number;
}

/** The answers of links, each rendered for one version of what it is made of. */
export class RenderedShares {
  readonly #bounds: Bounds;
  /** The last one to be opened is the last. */
  readonly #entries = new Map<string, { readonly version: string; readonly outcome: Rendered }>();
  #bytes = 0;

  constructor(bounds: Bounds = { maxEntries: MAX_ENTRIES, maxBytes: MAX_BYTES }) {
    this.#bounds = bounds;
  }

  find(name: string, version: string): Outcome | undefined {
    const entry = this.#entries.get(name);
    if (entry?.version !== version) return undefined;
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    return entry.outcome;
  }

  keep(name: string, version: string, outcome: Rendered): void {
    this.#delete(name);
    this.#entries.set(name, { version, outcome });
    this.#bytes += outcome.body.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#bounds.maxEntries && this.#bytes <= this.#bounds.maxBytes) return;
      this.#delete(oldest);
    }
  }

  #delete(name: string): void {
    this.#bytes -= this.#entries.get(name)?.outcome.body.length ?? 0;
    this.#entries.delete(name);
  }
}
