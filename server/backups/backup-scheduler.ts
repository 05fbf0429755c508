import { UserError } from '../errors/user-error.ts';
import type { EventLogger } from '../observability/log.ts';
import type { BackupProblem, BackupState } from '../observability/metrics.ts';
import { type Repetition, repeat } from '../scheduling/repeat.ts';
import { isDiskFull } from '../store/sqlite/sqlite-errors.ts';
import { type BackupFile, type BackupFolder, listBackups } from './backup-folder.ts';
import { lockBackups } from './backup-lock.ts';
import { LowDiskError, makeBackup } from './make-backup.ts';
import { removeOldBackups } from './remove-old-backups.ts';

interface SchedulerOptions {
  /** The file. */
  readonly database: string;
  readonly folder: BackupFolder;
  readonly now: () => number;
  readonly logger: EventLogger;
  /** True if the clock is to be believed when it says that a backup is old. */
  readonly mayRemove: () => Promise<boolean>;
  readonly delays?: typeof DELAYS;
}

const DAY_MS = 86_400_000;
const DELAYS = {
  /** After a start, which is not to wait for the disk. */
  firstMs: 5_000,
  checkMs: 60_000,
  /** After a failure. */
  retryMs: 3_600_000,
};

/**
 * Makes a backup of the database each day and removes the oldest. The folder says when the last one was made, so any
 * number of processes may do this.
 */
export class BackupScheduler implements BackupState {
  lastAt = 0;
  problem: BackupProblem | null = null;
  readonly #options: SchedulerOptions;
  readonly #delays: typeof DELAYS;
  readonly #repetition: Repetition;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#delays = options.delays ?? DELAYS;
    let isFirst = true;
    this.#repetition = repeat(this.#delays.firstMs, async ({ signal }) => {
      const hasMade = await this.#check(signal);
      // A start may have made one before a migration.
      if (hasMade || isFirst) await this.#removeOld();
      isFirst = false;
      return this.#delays.checkMs;
    });
  }

  /** Aborts a backup that is being made. */
  stop(): Promise<void> {
    return this.#repetition.stop();
  }

  /** True if it has made a backup. */
  async #check(signal: AbortSignal): Promise<boolean> {
    const { now } = this.#options;
    // The clock may be set back meanwhile.
    if (Math.abs(now() - this.#failedAt) < this.#delays.retryMs) return false;
    try {
      const hasMade = await this.#backUpIfDue(signal);
      this.problem = null;
      this.#failedAt = Number.NEGATIVE_INFINITY;
      return hasMade;
    } catch (error) {
      if (signal.aborted) return false;
      this.problem = error instanceof LowDiskError || isDiskFull(error) ? 'low-disk' : 'failed';
      this.#failedAt = now();
      this.#options.logger.warn(
        error instanceof UserError ? { reason: error.message } : { err: error },
        'the daily backup was not made; the next attempt is in an hour',
      );
      return false;
    }
  }

  async #backUpIfDue(signal: AbortSignal): Promise<boolean> {
    const { database, folder, now, logger } = this.#options;
    if (!this.#isDue()) return false;
    using lock = lockBackups(database);
    // Another process makes one, or has made it by now.
    if (lock === undefined || !this.#isDue()) return false;
    const startedAt = performance.now();
    const made = await makeBackup({
      database,
      folder,
      kind: 'daily',
      now: now(),
      signal,
    });
    logger.info({ ...made, ms: Math.round(performance.now() - startedAt) }, 'the daily backup was made');
    if (made.difference !== undefined)
      logger.warn(
        { difference: made.difference },
        'the database is not as Rollbook makes it: restore refuses this backup until that is undone',
      );
    this.lastAt = this.#findLast()?.at ?? 0;
    return true;
  }

  #isDue(): boolean {
    const last = this.#findLast();
    this.lastAt = last?.at ?? 0;
    return last === undefined || this.#options.now() - last.at >= DAY_MS;
  }

  /** A clock that was wrong may have dated some ahead. */
  #findLast(): BackupFile | undefined {
    const { folder, now } = this.#options;
    return listBackups(folder).find(({ kind, at }) => kind === 'daily' && at <= now());
  }

  /** A backup that cannot be removed keeps no new one from being made. */
  async #removeOld(): Promise<void> {
    const { folder, now, logger, mayRemove } = this.#options;
    try {
      if (!(await mayRemove())) return;
      removeOldBackups(listBackups(folder), now());
    } catch (err) {
      logger.warn({ err }, 'older backups could not be removed');
    }
  }
}
