import { writeToStore } from '../../server/store/inspect-store.ts';
import { type Check, failure, failureOf, ok } from './check.ts';
import { limitTime } from './limit-time.ts';

const TIMEOUT_MS = 4_000;

/** Whether a write becomes durable now. */
export const checkWrite: Check = async ({ config, server: pendingServer, database, damage, signal }) => {
  if ((await database).state !== 'open') return [];
  const server = await pendingServer;
  if (server.state === 'running' && server.isReady) return ok('the server has made a write durable just now');
  // A write makes more of it worse.
  if ((await damage) !== undefined) return [];
  try {
    await limitTime('The disk', TIMEOUT_MS, signal, (limited) => writeToStore(config.database, limited));
  } catch (error) {
    return failureOf((error as Error).message, 'Make room on the disk, and look into its state with dmesg.');
  }
  return server.state === 'running'
    ? failure(
        'the database takes writes, but the server does not make them',
        'Read its log for the reason, and restart it: systemctl restart rollbook',
      )
    : ok('a write that changes nothing was made durable');
};
