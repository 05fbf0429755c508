import { UnavailableError } from '../../errors/unavailable-error.ts';
import { MAX_ACCOUNT_WAIT_MS } from '../../overload-thresholds.ts';

/** Works of one lane that wait for their turn, at most. */
const MAX_WAITING = 500;

interface Lane {
  running: number;
  /** Each lets one begin. */
  readonly waiting: (() => void)[];
}

/**
 * Lets a few works of each account, or of each rate limit window, run at a time, so that a locked row or a flood of one
 * leaves connections for all others.
 */
export class AccountLanes {
  readonly #width: number;
  readonly #lanes = new Map<string, Lane>();

  constructor(width: number) {
    this.#width = width;
  }

  async run<Result>(
    name: string,
    work: () => Promise<Result>,
    maxWaitMs = MAX_ACCOUNT_WAIT_MS,
  ): Promise<Result> {
    const lane = this.#lanes.get(name) ?? { running: 0, waiting: [] };
    this.#lanes.set(name, lane);
    if (lane.running < this.#width) lane.running += 1;
    else await waitForTurn(lane, maxWaitMs);
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift();
      if (next !== undefined) next();
      else if (--lane.running === 0) this.#lanes.delete(name);
    }
  }
}

function waitForTurn({ waiting }: Lane, maxWaitMs: number): Promise<void> {
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
