import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import { RowLockedError } from './postgres-errors.ts';

/** How long a statement may wait until those before it have got the row. */
const MAX_ROW_WAIT_MS = 2_000;
/** How long a statement may wait until fewer than `maxRows` rows are waited for. */
const MAX_TURN_WAIT_MS = 1_000;

/**
 * Statements that wait for rows which another session has locked, one for each row and at most `maxRows` at a time.
 * The others of a row fail with the one before them if that did not get the row.
 */
export class LockWaits {
  /** The last statement of each row, and since when there has always been one. */
  readonly #queues = new Map<string, { last: Promise<unknown>; since: number }>();
  /** Statements that may be sent without waiting. */
  #free: number;
  readonly #turns: (() => void)[] = [];

  constructor(maxRows: number) {
    this.#free = maxRows;
  }

  /** Whether a statement waits for the row. */
  has(row: string): boolean {
    return this.#queues.has(row);
  }

  /**
   * With `maxWaitMs`, fails once the row has been waited for so long, by whichever statement. One that is sent goes on,
   * so that those that follow need not find the lock.
   */
  run<Result>(row: string, send: () => Promise<Result>, maxWaitMs?: number): Promise<Result> {
    const now = performance.now();
    const since = this.#queues.get(row)?.since ?? now;
    const leftMs = maxWaitMs === undefined ? MAX_ROW_WAIT_MS : since + maxWaitMs - now;
    if (leftMs <= 0) return failLocked();
    const deadline = now + leftMs;
    const sent = this.#waitForRow(row).then(() => {
      if (performance.now() > deadline) throw new UnavailableError('too many statements wait for a row');
      return this.#sendInTurn(send);
    });
    this.#queues.set(row, { last: sent, since });
    const forget = () => {
      if (this.#queues.get(row)?.last === sent) this.#queues.delete(row);
    };
    sent.then(forget, forget);
    return maxWaitMs === undefined
      ? sent
      : Promise.race([sent, sleep(leftMs, undefined, { ref: false }).then(failLocked)]);
  }

  async #waitForRow(row: string): Promise<void> {
    await this.#queues.get(row)?.last.catch((error) => {
      if (error instanceof UnavailableError) throw error;
    });
  }

  async #sendInTurn<Result>(send: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#waitForTurn();
    try {
      return await send();
    } finally {
      const next = this.#turns.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  #waitForTurn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => {
        this.#turns.splice(this.#turns.indexOf(take), 1);
        reject(new UnavailableError('too many rows are locked'));
      }, MAX_TURN_WAIT_MS);
      const take = () => {
        clearTimeout(timeout);
        resolve();
      };
      this.#turns.push(take);
    });
  }
}

const failLocked = (): Promise<never> => Promise.reject(new RowLockedError('the row is locked'));
