import type { AdmitKey } from './auth/admit-key.ts';
import type { AdmitSession } from './console/admit-session.ts';
import { type ConsoleRow, sessionRoute } from './console/console-route.ts';
import { type KeyRow, keyRoute } from './routes/key-row.ts';
import type { Route } from './routes/route-table.ts';
import { AccountQueue } from './scheduling/account-queue.ts';

/** A row of the service: for a key, for a session, or for anyone. */
export type Row = KeyRow | ConsoleRow | Route;

/** Makes a route of each row, which asks who calls in the way of its kind. What an account reads waits in one queue. */
export function createRouteOf(admitKey: AdmitKey, admitSession: AdmitSession): (row: Row) => Route {
  const readQueue = new AccountQueue();
  return (row) => {
    if ('operationId' in row) return keyRoute(row, admitKey, readQueue);
    return 'session' in row ? sessionRoute(row, admitSession, readQueue) : row;
  };
}
