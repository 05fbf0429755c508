import { UnavailableError } from '../../errors/unavailable-error.ts';
import { MAX_ACCOUNT_WAIT_MS } from '../../overload-thresholds.ts';
import { setLoopTimeout } from './loop-timeout.ts';
import { RowLockedError } from './postgres-errors.ts';

/** Works of an account that wait for their turn, at most. */
const MAX_WAITING = 500;

interface Waiting {
  readonly begin: () => void;
  readonly reject: (error: Error) => void;
}
interface AccountWork {
  running: number;
  readonly waiting: Waiting[];
}

/**
 * Lets a few works of each account, or of each rate limit window, run at a time, so that a locked row or a flood of one
 * leaves connections for all others. Those that wait fail with one that did not get its row.
 */
export class AccountConcurrency {
  readonly #limit: number;
  readonly #accounts = new Map<string, AccountWork>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<Result>(
    name: string,
    work: () => Promise<Result>,
    maxWaitMs = MAX_ACCOUNT_WAIT_MS,
  ): Promise<Result> {
    const account = this.#accounts.get(name) ?? { running: 0, waiting: [] };
    this.#accounts.set(name, account);
    if (account.running < this.#limit) account.running += 1;
    else await waitForTurn(account, maxWaitMs);
    try {
      return await work();
    } catch (error) {
      if (error instanceof RowLockedError) for (const { reject } of account.waiting.splice(0)) reject(error);
      throw error;
    } finally {
      const next = account.waiting.shift();
      if (next !== undefined) next.begin();
      else if (--account.running === 0) this.#accounts.delete(name);
    }
  }
}

function waitForTurn(account: AccountWork, maxWaitMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (account.waiting.length >= MAX_WAITING)
    reject(new UnavailableError('too many statements of one account wait'));
  else {
    const waiting = { begin: resolve, reject };
    const timeout = setLoopTimeout(() => {
      account.waiting.splice(account.waiting.indexOf(waiting), 1);
      reject(new UnavailableError('other statements of the account took too long'));
    }, maxWaitMs);
    account.waiting.push(waiting);
    const stop = () => clearTimeout(timeout);
    promise.then(stop, stop);
  }
  return promise;
}
