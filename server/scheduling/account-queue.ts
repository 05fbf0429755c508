import { UnavailableError } from '../errors/unavailable-error.ts';
import { takeTurn } from './event-loop-turns.ts';

/**
 * Runs the slow work of each account one after the other, each in a turn of the event loop of its own, so that nobody
 * waits for much of what others do.
 */
export class AccountQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Work whose caller has gone before its turn is not begun. */
  run<Result>(accountId: string, signal: AbortSignal, work: () => Result | Promise<Result>): Promise<Result> {
    const before = this.#last.get(accountId) ?? Promise.resolve();
    const result = before.then(takeTurn).then(() => {
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
