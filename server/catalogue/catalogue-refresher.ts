import { UserError } from '../errors/user-error.ts';
import { type Repetition, repeat } from '../scheduling/repeat.ts';
import { type AccountCaller, requireOperator } from '../store/caller.ts';
import type { Store } from '../store/store.ts';
import type { CatalogueChanges } from './catalogue-changes.ts';
import { refreshCatalogue } from './refresh-catalogue.ts';
import { RefreshError } from './refresh-error.ts';
import { claimSource, claimSourceNow, insertSource, readSource, storeProblem } from './source-records.ts';

export interface RefresherOptions {
  readonly store: Store;
  readonly address: string;
  readonly now: () => number;
  readonly logger: Logger;
  readonly delays?: RefreshDelays;
}

interface Logger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface RefreshDelays {
  /** At most, after a start, for a source that was never read, or could not be read the last time. */
  readonly firstMs: number;
  /** At most, after a start, for an overdue source: instances that start together do not fetch together. */
  readonly overdueMs: number;
  /** At least, after a failure; up to a quarter longer. */
  readonly retryMs: number;
}

export const REFRESH_DELAYS: RefreshDelays = { firstMs: 5_000, overdueMs: 5 * 60_000, retryMs: 60 * 60_000 };
const MAX_LOGGED_NAMES = 50;
/** Longer than a fetch may take: an operator's refresh neither meets another one nor burdens the source. */
export const MIN_REFRESH_INTERVAL_MS = 5 * 60_000;

/**
 * Refreshes the catalogue from its source once a day. Whichever instance is first claims the source in the database;
 * the others find it claimed, and serve what it has imported.
 */
export class CatalogueRefresher {
  readonly #store: Store;
  readonly #address: string;
  readonly #now: () => number;
  readonly #logger: Logger;
  readonly #delays: RefreshDelays;
  readonly #abort = new AbortController();
  readonly #repetition: Repetition;
  #checkedAt = 0;
  #failures = 0;
  /** The last fetch: this instance fetches one after the other. */
  #fetched: Promise<void> = Promise.resolve();

  private constructor({ store, address, now, logger, delays = REFRESH_DELAYS }: RefresherOptions) {
    this.#store = store;
    this.#address = address;
    this.#now = now;
    this.#logger = logger;
    this.#delays = delays;
    let due: DueTime | undefined;
    this.#repetition = repeat(0, async ({ isWoken }) => {
      const isForced = due?.isForced === true && !isWoken;
      due = await this.#attempt(() =>
        due === undefined ? this.#findFirstTime() : this.#refreshIfDue(isForced),
      );
      return Math.max(0, due.at - this.#now());
    });
  }

  static start(options: RefresherOptions): CatalogueRefresher {
    return new CatalogueRefresher(options);
  }

  get checkedAt(): number {
    return this.#checkedAt;
  }

  get failures(): number {
    return this.#failures;
  }

  /** Aborts what is being fetched. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#repetition.stop();
    await this.#fetched;
  }

  /**
   * For an operator: refreshes now, and counts as the refresh of the day. `refused`: the operator may not any more.
   * `too-soon`: another one runs, or has run a moment ago.
   */
  async refreshNow(caller: AccountCaller): Promise<'done' | 'refused' | 'too-soon'> {
    const { database } = this.#store;
    const at = this.#now();
    await insertSource(database, this.#address, at);
    const claim = claimSourceNow(this.#address, {
      nextDueAt: this.#retryTime(),
      at,
      intervalMs: MIN_REFRESH_INTERVAL_MS,
    });
    const steps = [requireOperator(caller, at), claim];
    const failed = await database.write('claimSourceNow', steps, caller.accountId);
    if (failed !== undefined) return failed === claim ? 'too-soon' : 'refused';
    const source = await readSource(database, this.#address);
    try {
      await this.#refresh(source?.etags ?? {});
    } finally {
      // When the next one is due has changed.
      this.#repetition.wake();
    }
    return 'done';
  }

  /** Whatever fails is told once and tried again later. */
  async #attempt(step: () => Promise<DueTime>): Promise<DueTime> {
    try {
      return await step();
    } catch (error) {
      if (!this.#abort.signal.aborted) this.#reportFailure(error);
      return { at: this.#retryTime(), isForced: false };
    }
  }

  /** A restart tries a source again at once that could not be read, so that an operator sees whether it works now. */
  async #findFirstTime(): Promise<DueTime> {
    const { database } = this.#store;
    await insertSource(database, this.#address, this.#now());
    const source = await readSource(database, this.#address);
    this.#checkedAt = source?.checkedAt ?? 0;
    const isForced = source?.problem !== null;
    if (isForced || this.#checkedAt === 0) return { at: this.#within(this.#delays.firstMs), isForced };
    return { at: Math.max(source.dueAt, this.#within(this.#delays.overdueMs)), isForced };
  }

  /** Returns when the source is due next. */
  async #refreshIfDue(isForced: boolean): Promise<DueTime> {
    const { database } = this.#store;
    const source = await readSource(database, this.#address);
    this.#checkedAt = source?.checkedAt ?? 0;
    if (source !== undefined && (isForced || source.dueAt <= this.#now())) {
      const claim = { dueAt: source.dueAt, nextDueAt: this.#retryTime(), at: this.#now() };
      if (await claimSource(database, this.#address, claim)) await this.#refresh(source.etags);
    }
    const { dueAt } = (await readSource(database, this.#address)) ?? { dueAt: this.#retryTime() };
    return { at: dueAt, isForced: false };
  }

  #refresh(etags: Readonly<Record<string, string>>): Promise<void> {
    const fetched = this.#fetched.then(() => this.#fetch(etags));
    this.#fetched = fetched.catch(() => {});
    return fetched;
  }

  async #fetch(etags: Readonly<Record<string, string>>): Promise<void> {
    const { signal } = this.#abort;
    try {
      const options = { etags, dryRun: false, now: this.#now, signal };
      const changes = await refreshCatalogue(this.#store, this.#address, options);
      this.#checkedAt = this.#now();
      if (changes === undefined)
        this.#logger.info({}, 'the catalogue is up to date: its source has not changed');
      else this.#logger.info(summarize(changes), 'the catalogue was refreshed');
    } catch (error) {
      if (signal.aborted) return;
      this.#reportFailure(error);
      const reason = error instanceof RefreshError ? error.reason : 'failed';
      await storeProblem(this.#store.database, this.#address, (error as Error).message, reason);
    }
  }

  #reportFailure(error: unknown): void {
    this.#failures += 1;
    this.#logger.warn(
      error instanceof UserError ? { reason: error.message } : { err: error },
      'the catalogue could not be refreshed and stays as it is; the next attempt is in about an hour',
    );
  }

  #within(delayMs: number): number {
    return this.#now() + Math.random() * delayMs;
  }

  #retryTime(): number {
    return Math.round(this.#now() + this.#delays.retryMs * (1 + Math.random() / 4));
  }
}

interface DueTime {
  readonly at: number;
  /** Whether it is fetched then although the database has a later time. */
  readonly isForced: boolean;
}

/** What is new, with the names of students. */
const summarize = ({
  added,
  renamed,
  removed,
  retouched,
  items,
  newLabels,
  unknownMaterials,
  entries,
  version,
}: CatalogueChanges) => ({
  added: added.slice(0, MAX_LOGGED_NAMES).map(({ uid, name }) => `${uid} ${name}`),
  renamed: renamed.slice(0, MAX_LOGGED_NAMES).map(({ uid, to }) => `${uid} ${to.ko}`),
  removed: removed.slice(0, MAX_LOGGED_NAMES).map(({ uid, name }) => `${uid} ${name}`),
  retouched: retouched.length,
  items,
  newLabels: newLabels.slice(0, MAX_LOGGED_NAMES),
  unknownMaterials: unknownMaterials.length,
  students: entries,
  version,
});
