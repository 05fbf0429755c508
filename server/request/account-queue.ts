import { UnavailableError } from '../errors/unavailable-error.ts';

/** Runs the slow work of each account one after the other, so that no account takes the place of others. */
export class AccountQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Work whose caller has gone before its turn is not begun. */
  run<Result>(accountId: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#last.get(accountId) ?? Promise.resolve()).then(() => {
      if (signal.aborted) throw new UnavailableError('nobody waits for the answer');
      return work();
    });
    const ended = result
      .catch(() => {})
      .then(() => {
        if (this.#last.get(accountId) === ended) this.#last.delete(accountId);
      });
    this.#last.set(accountId, ended);
    return result;
  }
}
