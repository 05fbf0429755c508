import type { AdmitKey } from './auth/admit-key.ts';
import type { AdmitSession } from './console/admit-session.ts';
import { type ConsoleRow, sessionRoute } from './console/console-route.ts';
import { type KeyRow, keyRoute } from './routes/key-row.ts';
import type { Route } from './routes/route-table.ts';
import { AccountQueue } from './scheduling/account-queue.ts';

/** What the service answers, to a key, to a session, or to anyone. */
export type Row = KeyRow | ConsoleRow | Route;

/** The routes of rows: each asks who calls in the way of its kind. */
export function toRoutes(rows: readonly Row[], admitKey: AdmitKey, admitSession: AdmitSession): Route[] {
  const readQueue = new AccountQueue();
  return rows.map((row) => {
    if ('key' in row) return keyRoute(row, admitKey, readQueue);
    return 'session' in row ? sessionRoute(row, admitSession, readQueue) : row;
  });
}
