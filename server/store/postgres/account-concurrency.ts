import { UnavailableError } from '../../errors/unavailable-error.ts';
import { MAX_ACCOUNT_WAIT_MS } from '../../overload-thresholds.ts';

/** Works of an account that wait for their turn, at most. */
const MAX_WAITING = 500;

interface AccountWork {
  running: number;
  /** Each begins one work. */
  readonly waiting: (() => void)[];
}

/**
 * Lets a few works of each account, or of each rate limit window, run at a time, so that a locked row or a flood of one
 * leaves connections for all others.
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
    } finally {
      const next = account.waiting.shift();
      if (next !== undefined) next();
      else if (--account.running === 0) this.#accounts.delete(name);
    }
  }
}

function waitForTurn({ waiting }: AccountWork, maxWaitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    if (waiting.length >= MAX_WAITING)
      return reject(new UnavailableError('too many statements of one account wait'));
    const begin = () => {
      clearTimeout(timeout);
      resolve();
    };
    const timeout = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(new UnavailableError('other statements of the account took too long'));
    }, maxWaitMs);
    waiting.push(begin);
  });
}
