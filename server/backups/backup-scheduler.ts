import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../errors/user-error.ts';
import type { BackupProblem, BackupState } from '../observability/metrics.ts';
import { type BackupFile, listBackups } from './backup-folder.ts';
import { lockBackups } from './backup-lock.ts';
import { LowDiskError, makeBackup } from './make-backup.ts';
import { removeOldBackups } from './remove-old-backups.ts';

interface SchedulerOptions {
  /** The file. */
  readonly database: string;
  readonly folder: string;
  readonly now: () => number;
  readonly logger: Logger;
  readonly delays?: BackupDelays;
}

export interface BackupDelays {
  /** After a start, which is not to wait for the disk. */
  readonly firstMs: number;
  readonly checkMs: number;
  /** After a failure. */
  readonly retryMs: number;
}

interface Logger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

const DAY_MS = 86_400_000;
const DELAYS: BackupDelays = { firstMs: 5_000, checkMs: 60_000, retryMs: 3_600_000 };

/**
 * Makes a backup of the database each day and removes the oldest. The folder says when the last one was made, so any
 * number of processes may do this.
 */
export class BackupScheduler implements BackupState {
  readonly #options: SchedulerOptions;
  readonly #delays: BackupDelays;
  readonly #abort = new AbortController();
  #lastAt = 0;
  #problem: BackupProblem | null = null;
  #failedAt = Number.NEGATIVE_INFINITY;
  #ended: Promise<void> = Promise.resolve();

  private constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#delays = options.delays ?? DELAYS;
  }

  static start(options: SchedulerOptions): BackupScheduler {
    const scheduler = new BackupScheduler(options);
    scheduler.#ended = scheduler.#run();
    return scheduler;
  }

  get lastAt(): number {
    return this.#lastAt;
  }

  get problem(): BackupProblem | null {
    return this.#problem;
  }

  /** Aborts a backup that is being made. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#ended;
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort;
    for (let delayMs = this.#delays.firstMs; ; delayMs = this.#delays.checkMs) {
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      await this.#check();
    }
  }

  async #check(): Promise<void> {
    const { now } = this.#options;
    // The clock may be set back meanwhile.
    if (Math.abs(now() - this.#failedAt) < this.#delays.retryMs) return;
    try {
      await this.#backUpIfDue();
      this.#problem = null;
      this.#failedAt = Number.NEGATIVE_INFINITY;
    } catch (error) {
      if (this.#abort.signal.aborted) return;
      this.#problem = error instanceof LowDiskError ? 'low-disk' : 'failed';
      this.#failedAt = now();
      this.#options.logger.warn(
        error instanceof UserError ? { reason: error.message } : { err: error },
        'the daily backup was not made; the next attempt is in an hour',
      );
    }
  }

  async #backUpIfDue(): Promise<void> {
    const { database, folder, now, logger } = this.#options;
    if (!this.#isDue()) return;
    using lock = lockBackups(database);
    // Another process makes one, or has made it by now.
    if (lock === undefined || !this.#isDue()) return;
    const startedAt = performance.now();
    const made = await makeBackup({
      database,
      folder,
      kind: 'daily',
      now: now(),
      signal: this.#abort.signal,
    });
    logger.info({ ...made, ms: Math.round(performance.now() - startedAt) }, 'the daily backup was made');
    this.#readFolder();
  }

  #isDue(): boolean {
    const { now } = this.#options;
    return !this.#readFolder().some(({ kind, at }) => kind === 'daily' && Math.abs(now() - at) < DAY_MS);
  }

  #readFolder(): BackupFile[] {
    const { folder, now } = this.#options;
    const backups = listBackups(folder);
    this.#lastAt = backups.find(({ kind, at }) => kind === 'daily' && at <= now())?.at ?? 0;
    removeOldBackups(backups, now());
    return backups;
  }
}
