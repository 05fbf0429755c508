import { UnavailableError } from '../types.ts';
import { RowLockedError } from './postgres-errors.ts';

/** For how long a row that was found locked counts as such, unless a statement got it meanwhile. */
const REMEMBERED_MS = 1_000;
/** How many statements may wait for one row. */
const MAX_WAITING = 100;
/** How long a statement may wait for its row in all. */
const WAIT_MS = 3_000;
/** Past this many rows, those that count as locked no longer are looked for and forgotten. */
const SWEEP_ROWS = 1_000;

interface LockedRow {
  until: number;
  waiting: number;
  trial: Promise<unknown> | undefined;
}

/**
 * Rows that another session holds. What finds its row locked leaves the connections that others share, so that it
 * holds up nobody; and of all statements for that row one at a time waits for it, so that no row takes more than one
 * of the connections where statements wait.
 */
export class LockedRows {
  readonly #rows = new Map<string, LockedRow>();

  /** `quick` waits for no lock worth mentioning, `patient` does. Without it a locked row is refused at once. */
  async run<Result>(
    name: string,
    quick: () => Promise<Result>,
    patient?: () => Promise<Result>,
  ): Promise<Result> {
    const before = performance.now() + WAIT_MS;
    for (;;) {
      const row = this.#rows.get(name);
      if (row === undefined || (row.trial === undefined && row.until < performance.now())) {
        try {
          const result = await quick();
          if (row !== undefined) this.#rows.delete(name);
          return result;
        } catch (error) {
          if (!(error instanceof RowLockedError)) throw error;
          this.#remember(name);
          if (patient === undefined) throw error;
        }
      } else if (patient === undefined) throw new RowLockedError('the row is locked');
      else if (row.trial === undefined) return this.#try(name, row, patient);
      else await this.#wait(row, row.trial, before);
    }
  }

  /** A fault other than the lock says nothing of the row: the next statement tries it. */
  async #try<Result>(name: string, row: LockedRow, patient: () => Promise<Result>): Promise<Result> {
    const trial = patient();
    row.trial = trial;
    try {
      const result = await trial;
      this.#rows.delete(name);
      return result;
    } finally {
      row.trial = undefined;
      row.until = performance.now() + REMEMBERED_MS;
    }
  }

  /** Throws if the row could not be had for another statement either. */
  async #wait(row: LockedRow, trial: Promise<unknown>, before: number): Promise<void> {
    if (row.waiting >= MAX_WAITING || performance.now() > before)
      throw new UnavailableError('too many statements wait for a locked row');
    row.waiting += 1;
    try {
      await trial;
    } catch (error) {
      if (error instanceof UnavailableError) throw error;
    } finally {
      row.waiting -= 1;
    }
  }

  #remember(name: string): void {
    const now = performance.now();
    if (this.#rows.size >= SWEEP_ROWS)
      for (const [other, { until, trial }] of this.#rows)
        if (trial === undefined && until < now) this.#rows.delete(other);
    const row = this.#rows.get(name);
    if (row !== undefined) row.until = now + REMEMBERED_MS;
    else this.#rows.set(name, { until: now + REMEMBERED_MS, waiting: 0, trial: undefined });
  }
}
