import { deleteExpiredAppRequests } from './apps/app-requests.ts';
import { deleteOldHistory } from './history/history-sweep.ts';
import { deleteEndedKeys } from './keys/key-records.ts';
import { deleteExpiredSessions } from './session/session-records.ts';
import { deleteExpiredLinks } from './sign-in/account-links.ts';
import { deleteExpiredChallenges } from './sign-in/challenges.ts';
import { deleteExpiredInvites } from './sign-in/invites.ts';
import type { Store } from './store/store.ts';

interface Logger {
  warn(details: { err: unknown }, message: string): void;
}

const INTERVAL_MS = 10 * 60_000;

/** Deletes what has expired, every ten minutes. Returns how to stop it. */
export function startExpirySweep(store: Store, now: () => number, logger: Logger): () => void {
  const sweep = () =>
    deleteExpired(store, now()).catch((err: unknown) =>
      logger.warn({ err }, 'what has expired could not be deleted'),
    );
  const timer = setInterval(sweep, INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

/** Not one transaction, so that no lock is held for long. */
export async function deleteExpired(
  store: Pick<Store, 'database' | 'deleteEndedWindows'>,
  now: number,
): Promise<void> {
  for (const deletion of [
    deleteExpiredChallenges(now),
    deleteExpiredLinks(now),
    deleteExpiredSessions(now),
    deleteEndedKeys(now),
    deleteExpiredInvites(now),
    deleteExpiredAppRequests(now),
  ])
    await store.database.write('deleteExpired', [deletion]);
  await deleteOldHistory(store.database, now);
  await store.deleteEndedWindows?.();
}
