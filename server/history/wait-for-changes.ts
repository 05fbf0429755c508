import { MAX_WAITING_OF_ACCOUNT, MAX_WAITING_OF_KEY } from '../../contract/limits.ts';
import type { AppContext } from '../app-context.ts';
import { rejectEndedCaller } from '../auth/callers.ts';
import type { RequestContext } from '../request/request-context.ts';
import { readChangesQuery } from './queries.ts';

/**
 * Holds GET /beta/changes?wait=30 while nothing follows `after`. What is beyond the bounds is not held, and so is answered
 * at once.
 */
export function createWaitForChanges({
  store,
  config,
  changes,
  now,
  ticks,
}: Pick<AppContext, 'store' | 'config' | 'changes' | 'now' | 'ticks'>) {
  const ofKeys = new Places(MAX_WAITING_OF_KEY);
  const ofAccounts = new Places(MAX_WAITING_OF_ACCOUNT);

  return async ({ request, caller }: RequestContext): Promise<void> => {
    if (!config.history) return;
    const { after = 0, wait } = readChangesQuery(request);
    if (wait === undefined) return;
    const { accountId, id: keyId } = caller;
    if (!ofKeys.take(keyId)) return;
    const isHeld = ofAccounts.take(accountId);
    const since = ticks();
    try {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(wait * 1000)]);
      if (isHeld) await changes.wait({ accountId, keyId, after }, signal);
    } finally {
      ofKeys.leave(keyId);
      if (isHeld) ofAccounts.leave(accountId);
    }
    request.named.heldMs = ticks() - since;
    await rejectEndedCaller(store, caller, now());
  };
}

/** How many wait for each of many. */
class Places {
  readonly #most: number;
  readonly #taken = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  take(name: string): boolean {
    const taken = this.#taken.get(name) ?? 0;
    if (taken >= this.#most) return false;
    this.#taken.set(name, taken + 1);
    return true;
  }

  leave(name: string): void {
    const left = (this.#taken.get(name) ?? 0) - 1;
    if (left > 0) this.#taken.set(name, left);
    else this.#taken.delete(name);
  }
}
