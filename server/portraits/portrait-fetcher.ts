import { randomUUID } from 'node:crypto';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts';
import { UserError } from '../errors/user-error.ts';
import type { FetchChoices } from '../fetching/fetch-choices.ts';
import type { EventLogger } from '../observability/log.ts';
import { type Repetition, repeat } from '../scheduling/repeat.ts';
import type { Store } from '../store/store.ts';
import { fetchPortraits, type PortraitsReport } from './fetch-portraits.ts';
import {
  claimPortraitFetch,
  endPortraitFetch,
  failPortraitFetch,
  forgetPortraitFetch,
  isPortraitFetchRunning,
  notePortraitProgress,
  type PortraitProblem,
  readPortraitFetch,
  releasePortraitFetch,
} from './portrait-fetch-records.ts';
import { FolderError, ITEMS_FOLDER } from './portrait-folder.ts';
import { makeFolder, type PortraitLocation } from './portrait-location.ts';

interface FetcherOptions {
  readonly store: Pick<Store, 'database'>;
  readonly catalogue: Pick<LiveCatalogue, 'current'>;
  readonly location: PortraitLocation;
  /** A folder that is laid out as SchaleDB's images. */
  readonly address: string;
  readonly choices: FetchChoices;
  readonly now: () => number;
  readonly logger: EventLogger;
}

const CHECK_MS = 2_000;
const PROGRESS_MS = 2_000;
const REMOVAL_CHECK_MS = 200;
/** A file that the source did not have may be there the next day. */
const DAY_MS = 86_400_000;
const RETRY_MS = 3_600_000;
const MAX_LOGGED = 20;

/**
 * Fetches the portraits and icons that the folder lacks, as long as an operator's choice says so: at a start, for each
 * new catalogue, and once a day. Of several instances one fetches at a time, each into the folder that it has.
 */
export class PortraitFetcher {
  readonly #options: FetcherOptions;
  readonly #instance = randomUUID();
  readonly #stopped = new AbortController();
  readonly #repetition: Repetition;
  /** Ends the fetch that is under way. */
  #turnedOff = new AbortController();
  #fetched: Promise<void> = Promise.resolve();
  /** The catalogue whose portraits the folder has, and until when nothing is to be fetched for it. */
  #done: { readonly version: string; readonly until: number } | undefined;

  #wasOn: boolean;

  constructor(options: FetcherOptions) {
    this.#options = options;
    this.#wasOn = this.#isOn();
    options.choices.subscribe(() => this.#applyChoice());
    this.#repetition = repeat(0, async () => {
      if (this.#isOn() && this.#isDue()) {
        this.#fetched = this.#fetchIfFirst();
        await this.#fetched;
      }
      return CHECK_MS;
    });
  }

  /** From where they are fetched, or would be. */
  get address(): string {
    return this.#options.address;
  }

  /** Aborts what is being fetched. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#repetition.stop();
  }

  /** Removes what the folder has been filled with, after the choice has ended the fetch. */
  async remove(): Promise<void> {
    const { location, store, logger } = this.#options;
    await this.#fetched;
    while (await this.#isFetching()) await sleep(REMOVAL_CHECK_MS);
    const removed = await removePortraits(location.path);
    await forgetPortraitFetch(store.database);
    logger.info({ removed }, 'the fetched portraits were removed');
  }

  /** Another process on the same file ends within seconds too. */
  async #isFetching(): Promise<boolean> {
    const { store, now } = this.#options;
    return isPortraitFetchRunning(await readPortraitFetch(store.database), now());
  }

  #applyChoice(): void {
    if (this.#isOn() === this.#wasOn) return;
    this.#wasOn = this.#isOn();
    if (!this.#wasOn) this.#turnedOff.abort();
    // An operator who turns it off and on again wants it to be tried again.
    this.#done = undefined;
    this.#repetition.wake();
  }

  #isOn(): boolean {
    return this.#options.choices.get('portraits') === true;
  }

  #isDue(): boolean {
    const { catalogue, now } = this.#options;
    if (this.#done?.version !== catalogue.current.catalogue.version) return true;
    // A clock that was wrong may have been set back.
    return now() >= this.#done.until || this.#done.until > now() + DAY_MS;
  }

  /** A failure is told once and tried again later. */
  async #fetchIfFirst(): Promise<void> {
    const { store, now, catalogue, logger } = this.#options;
    const { version } = catalogue.current.catalogue;
    try {
      if (!(await claimPortraitFetch(store.database, this.#instance, now()))) return;
      await this.#fetch();
      this.#done = { version, until: now() + DAY_MS };
    } catch (error) {
      if (this.#stopped.signal.aborted || this.#turnedOff.signal.aborted) return this.#release();
      this.#done = { version, until: now() + RETRY_MS };
      logger.warn(
        error instanceof UserError ? { reason: error.message } : { err: error },
        'the portraits could not be fetched; the next attempt is in an hour',
      );
      await this.#store(() =>
        failPortraitFetch(store.database, this.#instance, problemOf(error), messageOf(error)),
      );
    }
  }

  async #fetch(): Promise<void> {
    const { store, now, location, address, catalogue, logger } = this.#options;
    this.#turnedOff = new AbortController();
    const signal = AbortSignal.any([this.#stopped.signal, this.#turnedOff.signal]);
    let progress = { done: 0, total: 0 };
    const note = async () => {
      const mayGoOn = await notePortraitProgress(store.database, this.#instance, { at: now(), ...progress });
      // Turned off on another instance, or another one has taken over.
      if (!mayGoOn) this.#turnedOff.abort();
    };
    await note();
    const timer = setInterval(() => void this.#store(note), PROGRESS_MS);
    let report: PortraitsReport;
    try {
      if (location.isOwn) await makeFolder(location.path);
      report = await fetchPortraits(catalogue.current.catalogue, {
        address,
        folder: location.path,
        withItems: true,
        isForced: false,
        signal,
        onProgress: (state) => {
          progress = state;
        },
        onWait: () => {},
      });
    } finally {
      clearInterval(timer);
    }
    const { fetched, missing, refused } = addUp(report);
    await endPortraitFetch(store.database, this.#instance, {
      at: now(),
      missing: missing.length,
      refused: refused.length,
    });
    if (refused.length > 0)
      logger.warn({ refused: refused.slice(0, MAX_LOGGED) }, 'some portraits were not taken');
    if (fetched > 0)
      logger.info({ fetched, missing: missing.slice(0, MAX_LOGGED) }, 'new portraits were fetched');
  }

  #release = (): Promise<void> =>
    this.#store(() => releasePortraitFetch(this.#options.store.database, this.#instance));

  /** A state that cannot be stored for the page does not end a fetch: another instance may take over after a while. */
  async #store(write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (err) {
      this.#options.logger.warn({ err }, 'the state of the portraits could not be stored');
    }
  }
}

function addUp({ students, items }: PortraitsReport) {
  const reports = items === undefined ? [students] : [students, items];
  return {
    fetched: reports.reduce((sum, { fetched }) => sum + fetched.length, 0),
    missing: reports.flatMap(({ missing }) => missing),
    refused: reports.flatMap(({ refused }) => refused),
  };
}

/** A failure of a fetch is the cause of one that says how to go on by command. */
const firstOf = (error: unknown): unknown =>
  error instanceof UserError && error.cause instanceof UserError ? error.cause : error;

function problemOf(error: unknown): PortraitProblem {
  const first = firstOf(error);
  if (first instanceof FolderError) return 'folder';
  return first instanceof UserError ? 'unreachable' : 'failed';
}

const messageOf = (error: unknown): string => String((firstOf(error) as Error).message);

/** Files that a fetch writes, and those that it leaves where the machine loses its power. */
const FETCHED_FILE = /^[\w-]+\.webp(\.[\da-f-]{36})?$/;

/** Removes fetched portraits and icons, and the folders if nothing else is in them. Returns how many there were. */
async function removePortraits(folder: string): Promise<number> {
  let removed = 0;
  for (const each of [join(folder, ITEMS_FOLDER), folder]) {
    const names = (await readNames(each)).filter((name) => FETCHED_FILE.test(name));
    for (const name of names) await rm(join(each, name), { force: true });
    removed += names.length;
    // Files that the operator has added stay, and their folder.
    await rmdir(each).catch(() => {});
  }
  return removed;
}

const readNames = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
