import { UnavailableError } from '../../errors/unavailable-error.ts';

import { RowLockedError } from './postgres-errors.ts';

/** How long a row counts as locked after a lock timeout, unless a statement succeeds meanwhile. */
const LOCKED_TTL_MS = 1_000;
/** Statements that wait for one row, at most. */
const MAX_WAITING = 100;
/** How long a statement may wait for its row, over all attempts. */
const MAX_WAIT_MS = 3_000;
/** From this many entries on, adding one removes the expired ones. */
const SWEEP_THRESHOLD = 1_000;

interface LockedRow {
  lockedUntil: number;
  waiting: number;
  /** The one statement that waits for the lock in the database. */
  attempt: Promise<unknown> | undefined;
}

/**
 * Rows that another session has locked. A statement whose row is locked moves from the shared connections to those
 * where statements wait, and one statement at a time waits there for each row, so that a locked row occupies no more
 * than one connection.
 */
export class LockedRows {
  readonly #rows = new Map<string, LockedRow>();

  /**
   * `runShared` must give up on a lock soon; `runWaiting` may wait as long as a statement may take. Without
   * `runWaiting` a locked row fails at once.
   */
  async run<Result>(
    name: string,
    runShared: () => Promise<Result>,
    runWaiting?: () => Promise<Result>,
  ): Promise<Result> {
    const deadline = performance.now() + MAX_WAIT_MS;
    for (;;) {
      const row = this.#rows.get(name);
      if (row === undefined || (row.attempt === undefined && row.lockedUntil < performance.now())) {
        try {
          const result = await runShared();
          if (row !== undefined) this.#rows.delete(name);
          return result;
        } catch (error) {
          if (!(error instanceof RowLockedError)) throw error;
          this.#markLocked(name);
          if (runWaiting === undefined) throw error;
        }
      } else if (runWaiting === undefined) throw new RowLockedError('the row is locked');
      else if (row.attempt === undefined) return this.#runAlone(name, row, runWaiting);
      else await this.#wait(row, row.attempt, deadline);
    }
  }

  /** After an error other than the lock the row may be free, so the next statement tries it. */
  async #runAlone<Result>(name: string, row: LockedRow, runWaiting: () => Promise<Result>): Promise<Result> {
    const attempt = runWaiting();
    row.attempt = attempt;
    try {
      const result = await attempt;
      this.#rows.delete(name);
      return result;
    } finally {
      row.attempt = undefined;
      row.lockedUntil = performance.now() + LOCKED_TTL_MS;
    }
  }

  /** Throws if the statement that waits in the database did not get the row. */
  async #wait(row: LockedRow, attempt: Promise<unknown>, deadline: number): Promise<void> {
    if (row.waiting >= MAX_WAITING || performance.now() > deadline)
      throw new UnavailableError('too many statements wait for a locked row');
    row.waiting += 1;
    try {
      await attempt;
    } catch (error) {
      if (error instanceof UnavailableError) throw error;
    } finally {
      row.waiting -= 1;
    }
  }

  #markLocked(name: string): void {
    const now = performance.now();
    if (this.#rows.size >= SWEEP_THRESHOLD)
      for (const [other, { lockedUntil, attempt }] of this.#rows)
        if (attempt === undefined && lockedUntil < now) this.#rows.delete(other);
    const row = this.#rows.get(name);
    if (row !== undefined) row.lockedUntil = now + LOCKED_TTL_MS;
    else this.#rows.set(name, { lockedUntil: now + LOCKED_TTL_MS, waiting: 0, attempt: undefined });
  }
}
