import { MAX_WAITING_OF_ACCOUNT, MAX_WAITING_OF_KEY } from '../../contract/limits.ts';
import { rejectEndedCaller } from '../auth/callers.ts';
import { createRateLimitReporter, takeReport } from '../rate-limit/rate-limit-headers.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Services } from '../services.ts';
import { readChangesQuery } from './queries.ts';

/**
 * Holds GET /beta/changes?wait=30 while nothing follows `after`. What is beyond the bounds is not held, and so is answered
 * at once.
 */
export function createWaitForChanges({
  store,
  config,
  changes,
  limiters,
  now,
  ticks,
}: Pick<Services, 'store' | 'config' | 'changes' | 'limiters' | 'now' | 'ticks'>) {
  const report = createRateLimitReporter('read', config.readLimit);
  const ofKeys = new ConcurrencyLimit(MAX_WAITING_OF_KEY);
  const ofAccounts = new ConcurrencyLimit(MAX_WAITING_OF_ACCOUNT);

  return async ({ request, caller }: RequestContext): Promise<void> => {
    if (!config.history) return;
    const { after = 0, wait } = readChangesQuery(request);
    if (wait === undefined) return;
    const { accountId, id: keyId } = caller;
    using ofKey = ofKeys.acquire(keyId);
    using ofAccount = ofKey && ofAccounts.acquire(accountId);
    if (ofAccount === undefined) return;
    const since = ticks();
    const signal = AbortSignal.any([request.departure, AbortSignal.timeout(wait * 1000)]);
    if (!(await changes.wait({ accountId, keyId, after }, signal))) return;
    request.named.heldMs = ticks() - since;
    // The rest of the limit by now.
    takeReport(request, { ...report(await limiters.read.peek(accountId)), error: undefined });
    await rejectEndedCaller(store, caller, now());
  };
}

/** How many of each name there may be at once. */
class ConcurrencyLimit {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Undefined if there are too many. */
  acquire(name: string): Disposable | undefined {
    const count = this.#counts.get(name) ?? 0;
    if (count >= this.#most) return undefined;
    this.#counts.set(name, count + 1);
    return { [Symbol.dispose]: () => this.#release(name) };
  }

  #release(name: string): void {
    const left = (this.#counts.get(name) ?? 0) - 1;
    if (left > 0) this.#counts.set(name, left);
    else this.#counts.delete(name);
  }
}
