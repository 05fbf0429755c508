import { UserError } from '../errors/user-error.ts';
import type { FetchChoices } from '../fetching/fetch-choices.ts';
import type { EventLogger } from '../observability/log.ts';
import type { RefreshState } from '../observability/metrics.ts';
import { type Repetition, repeat } from '../scheduling/repeat.ts';
import { type AccountCaller, requireOperator } from '../store/caller.ts';
import type { Store } from '../store/store.ts';
import type { CatalogueChanges } from './catalogue-changes.ts';
import { refreshCatalogue } from './refresh-catalogue.ts';
import { RefreshError } from './refresh-error.ts';
import { claimSource, claimSourceNow, insertSource, readSource, storeProblem } from './source-records.ts';

interface RefresherOptions {
  readonly store: Store;
  /** ROLLBOOK_CATALOGUE_SOURCE: where it is set, the catalogue is refreshed from it whatever was chosen. */
  readonly setting: string | undefined;
  /** The address from which an operator may choose to have it refreshed otherwise. */
  readonly offered: string;
  readonly choices: Pick<FetchChoices, 'get' | 'subscribe' | 'refresh'>;
  readonly now: () => number;
  readonly logger: EventLogger;
  readonly delays?: RefreshDelays;
}

interface RefreshDelays {
  /** At most, after a start, for a source that was never read, or could not be read the last time. */
  readonly firstMs: number;
  /** At most, after a start, for an overdue source: instances that start together do not fetch together. */
  readonly overdueMs: number;
  /** At least, after a failure; up to a quarter longer. */
  readonly retryMs: number;
}

const REFRESH_DELAYS: RefreshDelays = { firstMs: 5_000, overdueMs: 5 * 60_000, retryMs: 60 * 60_000 };
/** An operator who has just turned it on waits for it. */
const DELAY_AFTER_CHOICE_MS = 1_000;
const DAY_MS = 86_400_000;
const MAX_LOGGED_NAMES = 50;
/** Longer than a fetch may take: an operator's refresh neither meets another one nor burdens the source. */
export const MIN_REFRESH_INTERVAL_MS = 5 * 60_000;

/**
 * Refreshes the catalogue once a day, as long as the setting or an operator's choice says so. Whichever instance is first
 * claims the source in the database; the others find it claimed, and serve what it has imported.
 */
export class CatalogueRefresher implements RefreshState {
  failures = 0;
  readonly #options: RefresherOptions;
  readonly #repetition: Repetition;
  #delays: RefreshDelays;
  #wasOn: boolean;
  /** Ends the fetch that is under way. */
  #abort = new AbortController();
  #checkedAt = 0;
  /** Undefined until the first time is found. */
  #due: DueTime | undefined;
  /** The last fetch: this instance fetches one after the other. */
  #fetched: Promise<void> = Promise.resolve();

  constructor(options: RefresherOptions) {
    this.#options = options;
    this.#delays = options.delays ?? REFRESH_DELAYS;
    this.#wasOn = this.isOn;
    options.choices.subscribe(() => this.#applyChoice());
    this.#repetition = repeat(0, async ({ isWoken }) => {
      const { signal } = this.#abort;
      if (!this.isOn) return DAY_MS;
      const isForced = this.#due?.isForced === true && !isWoken;
      const due = await this.#attempt(() =>
        this.#due === undefined ? this.#findFirstTime() : this.#refreshIfDue(isForced),
      );
      if (!signal.aborted) this.#due = due;
      return Math.max(0, due.at - this.#options.now());
    });
  }

  /** From where the catalogue is refreshed, or would be. */
  get address(): string {
    return this.#options.setting ?? this.#options.offered;
  }

  get isSetting(): boolean {
    return this.#options.setting !== undefined;
  }

  get isOn(): boolean {
    return this.isSetting || this.#options.choices.get('catalogue') === true;
  }

  get checkedAt(): number | undefined {
    return this.isOn ? this.#checkedAt : undefined;
  }

  /** Aborts what is being fetched. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#repetition.stop();
    await this.#fetched;
  }

  #applyChoice(): void {
    if (this.isOn === this.#wasOn) return;
    this.#wasOn = this.isOn;
    this.#delays = { ...this.#delays, firstMs: DELAY_AFTER_CHOICE_MS, overdueMs: DELAY_AFTER_CHOICE_MS };
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#due = undefined;
    this.#repetition.wake();
  }

  /**
   * For an operator: refreshes now, and counts as the refresh of the day. `refused`: the operator may not any more.
   * `too-soon`: another one runs, or has run a moment ago. `off`: it was turned off, maybe on another instance.
   */
  async refreshNow(caller: AccountCaller): Promise<'done' | 'refused' | 'too-soon' | 'off'> {
    const { store, now, choices } = this.#options;
    const { database } = store;
    await choices.refresh();
    if (!this.isOn) return 'off';
    const at = now();
    await insertSource(database, this.address, at);
    const claim = claimSourceNow(this.address, {
      nextDueAt: this.#retryTime(),
      at,
      intervalMs: MIN_REFRESH_INTERVAL_MS,
    });
    const steps = [requireOperator(caller, at), claim];
    const failed = await database.write('claimSourceNow', steps, caller.accountId);
    if (failed !== undefined) return failed === claim ? 'too-soon' : 'refused';
    const source = await readSource(database, this.address);
    try {
      await this.#refresh(source?.etags ?? {});
    } finally {
      // When the next one is due has changed.
      this.#repetition.wake();
    }
    return 'done';
  }

  /** A failure is told once and tried again later. */
  async #attempt(step: () => Promise<DueTime>): Promise<DueTime> {
    const { signal } = this.#abort;
    try {
      return await step();
    } catch (error) {
      if (!signal.aborted) this.#reportFailure(error);
      return { at: this.#retryTime(), isForced: false };
    }
  }

  /** A restart tries a source again at once that could not be read, so that an operator sees whether it works now. */
  async #findFirstTime(): Promise<DueTime> {
    const { database } = this.#options.store;
    await insertSource(database, this.address, this.#options.now());
    const source = await readSource(database, this.address);
    this.#checkedAt = source?.checkedAt ?? 0;
    const isForced = source?.problem !== null;
    if (isForced || this.#checkedAt === 0) return { at: this.#within(this.#delays.firstMs), isForced };
    return { at: Math.max(source.dueAt, this.#within(this.#delays.overdueMs)), isForced };
  }

  /** Returns when the source is due next. */
  async #refreshIfDue(isForced: boolean): Promise<DueTime> {
    const { database } = this.#options.store;
    const source = await readSource(database, this.address);
    this.#checkedAt = source?.checkedAt ?? 0;
    if (source !== undefined && (isForced || source.dueAt <= this.#options.now())) {
      const claim = { dueAt: source.dueAt, nextDueAt: this.#retryTime(), at: this.#options.now() };
      if (await claimSource(database, this.address, claim)) await this.#refresh(source.etags);
    }
    const { dueAt } = (await readSource(database, this.address)) ?? { dueAt: this.#retryTime() };
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
      const options = { etags, dryRun: false, now: this.#options.now, signal };
      const changes = await refreshCatalogue(this.#options.store, this.address, options);
      this.#checkedAt = this.#options.now();
      if (changes === undefined)
        this.#options.logger.info({}, 'the catalogue is up to date: its source has not changed');
      else this.#options.logger.info(summarize(changes), 'the catalogue was refreshed');
    } catch (error) {
      if (signal.aborted) return;
      this.#reportFailure(error);
      const reason = error instanceof RefreshError ? error.reason : 'failed';
      await storeProblem(this.#options.store.database, this.address, (error as Error).message, reason);
    }
  }

  #reportFailure(error: unknown): void {
    this.failures += 1;
    this.#options.logger.warn(
      error instanceof UserError ? { reason: error.message } : { err: error },
      'the catalogue could not be refreshed and stays as it is; the next attempt is in about an hour',
    );
  }

  #within(delayMs: number): number {
    return this.#options.now() + Math.random() * delayMs;
  }

  #retryTime(): number {
    return Math.round(this.#options.now() + this.#delays.retryMs * (1 + Math.random() / 4));
  }
}

interface DueTime {
  readonly at: number;
  /** True if it is fetched then although the database has a later time. */
  readonly isForced: boolean;
}

/** The news for the log, with the names of students. */
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
