import { type Repetition, repeatEach } from '../scheduling/repeat.ts';
import type { Store } from '../store/store.ts';
import { Catalogue, SHIPPED_CATALOGUE_DATE, shippedCatalogue } from './catalogue.ts';
import { type CatalogueData, parseStored, shippedData } from './catalogue-data.ts';
import { type CatalogueDays, updateCatalogueDays } from './catalogue-days.ts';

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

/** The look-ups of commands need no days. */
const NO_DAYS = async (): Promise<CatalogueDays> => ({});

export async function loadCatalogue(
  store: Store,
  findDays: (data: CatalogueData, isShipped: boolean) => Promise<CatalogueDays> = NO_DAYS,
): Promise<CatalogueSnapshot> {
  const stored = await store.readCatalogue();
  if (stored === undefined) {
    const catalogue = shippedCatalogue(await findDays(shippedData(), true));
    return { catalogue, importedAt: null, importedVersion: undefined };
  }
  const { version, entries, importedAt } = stored;
  const data = parseStored(entries);
  const catalogue = await Catalogue.buildInSlices(data, version, await findDays(data, false));
  return { catalogue, importedAt, importedVersion: version };
}

interface LiveOptions {
  readonly store: Store;
  readonly now: () => number;
  readonly reportFailure: (error: unknown) => void;
}

/** Holds the catalogue that an instance serves, and replaces it when another one is imported. */
export class LiveCatalogue {
  #snapshot: CatalogueSnapshot;
  #replacement: Promise<void> | undefined;
  #polling: Repetition | undefined;
  readonly #options: LiveOptions;

  private constructor(snapshot: CatalogueSnapshot, options: LiveOptions) {
    this.#snapshot = snapshot;
    this.#options = options;
  }

  static async start(
    store: Store,
    reportFailure: (error: unknown) => void,
    now: () => number = Date.now,
  ): Promise<LiveCatalogue> {
    const options = { store, now, reportFailure };
    const live = new LiveCatalogue(await load(options), options);
    // The current catalogue is served until the store is available again.
    live.#polling = repeatEach(POLL_INTERVAL_MS, () => live.refresh(), reportFailure);
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
    while ((await this.#options.store.catalogueVersion()) !== this.#snapshot.importedVersion) {
      this.#replacement ??= this.#replace();
      await this.#replacement;
    }
  }

  async #replace(): Promise<void> {
    try {
      this.#snapshot = await load(this.#options);
    } finally {
      this.#replacement = undefined;
    }
  }

  stop(): void {
    void this.#polling?.stop();
  }
}

const load = ({ store, now, reportFailure }: LiveOptions): Promise<CatalogueSnapshot> =>
  loadCatalogue(store, ({ students }, isShipped) =>
    updateCatalogueDays(store.database, students, { now: now(), isShipped }).catch((error) => {
      // Students are served unmarked rather than not at all, as with a full disk.
      reportFailure(error);
      return {};
    }),
  );
