import { startPolling } from '../scheduling/start-polling.ts';
import type { Store } from '../store/store.ts';
import { Catalogue, SHIPPED_CATALOGUE_DATE, shippedCatalogue } from './catalogue.ts';
import { parseStored } from './catalogue-data.ts';

/** How often a running instance polls for an imported catalogue; each poll is one small read. */
const POLL_INTERVAL_MS = 2_000;

export interface CatalogueSnapshot {
  catalogue: Catalogue;
  /** Null for the catalogue that ships with the program. */
  importedAt: number | null;
  importedVersion: string | undefined;
}

/** Says how new a student may be who is in the catalogue, also as `Last-Modified` of catalogue.json. */
export const catalogueDate = ({ importedAt }: Pick<CatalogueSnapshot, 'importedAt'>): Date =>
  new Date(importedAt ?? SHIPPED_CATALOGUE_DATE);

export async function loadCatalogue(store: Store): Promise<CatalogueSnapshot> {
  const stored = await store.readCatalogue();
  if (stored === undefined)
    return { catalogue: shippedCatalogue(), importedAt: null, importedVersion: undefined };
  const { version, entries, importedAt } = stored;
  const catalogue = await Catalogue.buildInSlices(parseStored(entries), version);
  return { catalogue, importedAt, importedVersion: version };
}

/** Holds the catalogue that an instance serves, and replaces it when another one is imported. */
export class LiveCatalogue {
  #snapshot: CatalogueSnapshot;
  #replacement: Promise<void> | undefined;
  #stopPolling: (() => void) | undefined;
  readonly #store: Store;

  private constructor(store: Store, snapshot: CatalogueSnapshot) {
    this.#store = store;
    this.#snapshot = snapshot;
  }

  static async start(store: Store, reportFailure: (error: unknown) => void): Promise<LiveCatalogue> {
    const live = new LiveCatalogue(store, await loadCatalogue(store));
    // The current catalogue is served until the store is available again.
    live.#stopPolling = startPolling(() => live.refresh(), POLL_INTERVAL_MS, reportFailure);
    return live;
  }

  get current(): CatalogueSnapshot {
    return this.#snapshot;
  }

  /** The representative UID of a student of any name; undefined if there is none. */
  readonly resolve = (name: string): string | undefined => this.#snapshot.catalogue.resolve(name);

  /** Polls at once. Concurrent callers share one replacement. */
  async refresh(): Promise<void> {
    // Another import may have happened during the replacement.
    while ((await this.#store.catalogueVersion()) !== this.#snapshot.importedVersion) {
      this.#replacement ??= this.#replace();
      await this.#replacement;
    }
  }

  async #replace(): Promise<void> {
    try {
      this.#snapshot = await loadCatalogue(this.#store);
    } finally {
      this.#replacement = undefined;
    }
  }

  stop(): void {
    this.#stopPolling?.();
  }
}
