import type { Store } from '../store/types.ts';
import { Catalogue, shippedCatalogue } from './catalogue.ts';

/** A running instance looks this often whether another catalogue was imported; each look is one small read. */
const LOOK_MS = 2_000;

export interface CatalogueSnapshot {
  catalogue: Catalogue;
  /** When it was imported; null for the one that the program ships. */
  importedAt: number | null;
  importedVersion: string | undefined;
}

export async function loadCatalogue(store: Store): Promise<CatalogueSnapshot> {
  const stored = await store.readCatalogue();
  if (stored === undefined)
    return { catalogue: shippedCatalogue(), importedAt: null, importedVersion: undefined };
  const { version, entries, importedAt } = stored;
  const catalogue = await Catalogue.buildInSlices(JSON.parse(entries), version);
  return { catalogue, importedAt, importedVersion: version };
}

/** The catalogue that an instance serves: replaced as a whole, between requests, when another was imported. */
export class LiveCatalogue {
  #served: CatalogueSnapshot;
  #next: Promise<void> | undefined;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #store: Store;
  readonly #failed: (error: unknown) => void;

  private constructor(store: Store, served: CatalogueSnapshot, failed: (error: unknown) => void) {
    this.#store = store;
    this.#served = served;
    this.#failed = failed;
  }

  static async start(store: Store, failed: (error: unknown) => void): Promise<LiveCatalogue> {
    const served = new LiveCatalogue(store, await loadCatalogue(store), failed);
    served.#lookLater();
    return served;
  }

  get now(): CatalogueSnapshot {
    return this.#served;
  }

  /** Looks now; for whom the store says that this is not the catalogue any more. All share the making of the next. */
  async refresh(): Promise<void> {
    // What is made may have been replaced meanwhile, so whoever asked looks again.
    while ((await this.#store.catalogueVersion()) !== this.#served.importedVersion) {
      this.#next ??= this.#replace();
      await this.#next;
    }
  }

  async #replace(): Promise<void> {
    try {
      this.#served = await loadCatalogue(this.#store);
    } finally {
      this.#next = undefined;
    }
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #lookLater(): void {
    this.#timer = setTimeout(async () => {
      try {
        await this.refresh();
      } catch (error) {
        // The one that is served stays until the store can be asked again.
        this.#failed(error);
      }
      if (!this.#stopped) this.#lookLater();
    }, LOOK_MS).unref();
  }
}
