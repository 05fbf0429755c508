import type { AppContext } from '../app-context.ts';
import { rejectEndedCaller } from '../auth/callers.ts';
import { rejectSession } from '../session/session-errors.ts';
import { findAccount } from '../store/find-accounts.ts';
import type { StoredAccount } from '../store/stored-account.ts';
import type { SessionRequest } from './console-request.ts';
import type { ConsoleSite } from './console-site.ts';

/** The services that the capabilities of the console share. */
export interface ConsoleContext extends Pick<AppContext, 'config' | 'store' | 'now'> {
  site: () => ConsoleSite;
  /** Counts an attempt to sign in. Throws 429 if there were too many for the subject. */
  countAttempt: (subject: string) => Promise<void>;
  /** Counts a write for each hundred students of one request beyond the first. Throws 429 once there are too many. */
  countStudents: (request: SessionRequest, students: number) => Promise<void>;
}

/** After a change that the store refused: throws if it did so because the session or the account's activity has ended. */
export const rejectEndedSession = (
  { store, now }: ConsoleContext,
  { caller }: SessionRequest,
): Promise<void> => rejectEndedCaller(store, caller, now());

export async function findOwnAccount(
  { store }: ConsoleContext,
  { caller }: SessionRequest,
): Promise<StoredAccount> {
  const account = await findAccount(store, caller.accountId);
  if (account === undefined) throw rejectSession('signed-out');
  return account;
}

export const toTime = (at: number): string => new Date(at).toISOString();
export const toTimeOrNull = (at: number | null): string | null => (at === null ? null : toTime(at));
