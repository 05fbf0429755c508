import { rejectEndedCaller } from '../auth/callers.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import type { AccountCaller } from '../store/caller.ts';
import type { Store } from '../store/store.ts';

/** After a write whose caller might not write any more. */
export async function refuseWrite(store: Store, caller: AccountCaller, now: number): Promise<never> {
  await rejectEndedCaller(store, caller, now);
  throw new UnavailableError('the account was suspended for a moment');
}
