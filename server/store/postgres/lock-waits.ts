import { UnavailableError } from '../../errors/unavailable-error.ts';

/** How long a statement may wait until those before it have got the row. */
const MAX_ROW_WAIT_MS = 2_000;
/** How long a statement may wait until fewer than `maxRows` rows are waited for. */
const MAX_TURN_WAIT_MS = 1_000;

/**
 * Statements that wait for rows which another session has locked, one for each row and at most `maxRows` at a time.
 * The others of a row fail with the one before them if that did not get the row.
 */
export class LockWaits {
  /** The last statement of each row. */
  readonly #last = new Map<string, Promise<unknown>>();
  /** Statements that may be sent without waiting. */
  #free: number;
  readonly #turns: (() => void)[] = [];

  constructor(maxRows: number) {
    this.#free = maxRows;
  }

  /** Whether a statement waits for the row. */
  has(row: string): boolean {
    return this.#last.has(row);
  }

  run<Result>(row: string, send: () => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + MAX_ROW_WAIT_MS;
    const sent = this.#waitForRow(row).then(() => {
      if (performance.now() > deadline) throw new UnavailableError('too many statements wait for a row');
      return this.#sendInTurn(send);
    });
    this.#last.set(row, sent);
    const forget = () => {
      if (this.#last.get(row) === sent) this.#last.delete(row);
    };
    sent.then(forget, forget);
    return sent;
  }

  async #waitForRow(row: string): Promise<void> {
    await this.#last.get(row)?.catch((error) => {
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
