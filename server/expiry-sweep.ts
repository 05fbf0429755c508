import { CAPABILITIES, TABLES } from './capabilities.ts';
import { repeatEach } from './scheduling/repeat.ts';
import { beginSweep, type ClockJump, LOOK_INTERVAL_MS, readClockJump } from './store/clock-jump.ts';
import type { Store } from './store/store.ts';

interface Logger {
  info(message: string): void;
  warn(details: object, message: string): void;
}

type SweptStore = Pick<Store, 'database' | 'deleteEndedWindows'>;

const HOUR_MS = 3_600_000;

/** Deletes what has expired, every ten minutes. Returns how to stop it. */
export function startExpirySweep(store: Store, now: () => number, logger: Logger): () => void {
  const sweep = new ExpirySweep(store, now, logger);
  sweep.start();
  const { stop } = repeatEach(
    LOOK_INTERVAL_MS,
    () => sweep.run(),
    () => {},
  );
  // A sweep that is under way may take minutes.
  return () => void stop();
}

export class ExpirySweep {
  readonly #store: SweptStore;
  readonly #now: () => number;
  readonly #logger: Logger;
  #isDoubted = false;

  constructor(store: SweptStore, now: () => number, logger: Logger) {
    this.#store = store;
    this.#now = now;
    this.#logger = logger;
  }

  /** Tells at once of a clock that has jumped; the database is as it was. */
  async start(): Promise<void> {
    await this.#try(async () => this.#tell(await readClockJump(this.#store.database, this.#now())));
  }

  async run(): Promise<void> {
    await this.#try(async () => {
      const at = this.#now();
      const jump = await beginSweep(this.#store.database, at);
      this.#tell(jump);
      if (jump === undefined) await deleteExpired(this.#store, at);
      // They end by the clock of PostgreSQL, and nothing is lost with them.
      else await this.#store.deleteEndedWindows?.();
    });
  }

  async #try(work: () => Promise<void>): Promise<void> {
    await work().catch((err: unknown) => this.#logger.warn({ err }, 'what has expired could not be deleted'));
  }

  #tell(jump: ClockJump | undefined): void {
    const wasDoubted = this.#isDoubted;
    this.#isDoubted = jump !== undefined;
    if (jump !== undefined && !wasDoubted)
      this.#logger.warn(
        {
          clock: new Date(this.#now()).toISOString(),
          lastSweep: new Date(jump.sweptAt).toISOString(),
          hoursLeft: Math.ceil(jump.leftMs / HOUR_MS),
        },
        'the clock is more than a week beyond the last sweep: nothing is deleted for good until the server has run for a day. Set the clock if it is wrong',
      );
    if (jump === undefined && wasDoubted) this.#logger.info('what has expired is deleted again');
  }
}

/** Not one transaction, so that no lock is held for long. */
export async function deleteExpired(store: SweptStore, now: number): Promise<void> {
  for (const { expire } of Object.values(TABLES))
    if (expire !== undefined) await store.database.write('deleteExpired', [expire(now)]);
  for (const { sweep } of CAPABILITIES) await sweep?.(store.database, now);
  await store.deleteEndedWindows?.();
}
