import { rejectSession } from '../session/session-errors.ts';
import { findSession, type StoredSession } from '../session/session-records.ts';
import { sessionRejection } from '../session/sessions.ts';
import type { AccountCaller } from '../store/caller.ts';
import { findAccount, findKeyOfAccount } from '../store/find-accounts.ts';
import type { Store } from '../store/store.ts';
import { endingOf, rejectKey } from './admit-key.ts';

export const sessionCaller = ({ digest, accountId }: StoredSession): AccountCaller => ({
  kind: 'console',
  id: digest,
  accountId,
});

/** After a write that the store refused, or a wait: throws if the caller's key or session has ended, or its account is suspended. */
export async function rejectEndedCaller(
  store: Store,
  { kind, id, accountId }: AccountCaller,
  now: number,
): Promise<void> {
  if (kind === 'console') {
    const rejection = sessionRejection(await findSession(store.database, accountId, id), 'any', now);
    if (rejection !== undefined) throw rejectSession(rejection);
  } else if (kind === 'key') {
    const key = await findKeyOfAccount(store, accountId, id);
    const accountActive = (await findAccount(store, accountId))?.status === 'active';
    if (key === undefined) throw rejectKey('unknown');
    // The permission of the key was checked before, and never changes.
    const ending = endingOf({ ...key, revoked: key.revokedAt !== null, accountActive }, now);
    if (ending !== undefined) throw rejectKey(ending);
  }
}
