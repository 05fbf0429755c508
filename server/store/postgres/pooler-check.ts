import type pg from 'pg';
import { destroyClient, OPEN_TIMEOUT_MS } from './connect-postgres.ts';
import { CONNECT_TIMEOUT_MESSAGE } from './postgres-tls.ts';

/** Changes no setting of the session, which another client of a pooler may get next. */
export const READ_BACKEND_PID = 'SELECT pg_backend_pid() AS pid';
const ROUNDS = 3;

/** What a pooler is asked through. */
export type PoolerClient = Pick<pg.Client, 'query' | 'end'> & { processID?: number | null };

/**
 * Whether a pooler gives transactions of one client to different server sessions, as PgBouncer's transaction and
 * statement modes do. `connect` opens a second connection, and is called only if there is a pooler.
 */
export async function isTransactionPooled<Client extends PoolerClient>(
  first: Client,
  connect: () => Promise<Client>,
  timeoutMs = OPEN_TIMEOUT_MS,
): Promise<boolean> {
  const clients = [first];
  // A pooler without a free session lets queries wait.
  const timeout = setTimeout(() => {
    for (const client of clients)
      destroyClient(client as unknown as pg.Client, new Error(CONNECT_TIMEOUT_MESSAGE));
  }, timeoutMs);
  try {
    // The process ID that a pooler reports at login is one of its own, for cancel requests.
    if ((await readBackendPid(first)) === first.processID) return false;
    clients.push(await connect());
    const owners = new Map<number, Client>();
    for (let round = 0; round < ROUNDS; round += 1)
      for (const client of clients) {
        // Twice in a row: a pooler that takes its sessions in turn would give the two clients one each.
        for (const pid of [await readBackendPid(client), await readBackendPid(client)])
          if ((owners.get(pid) ?? client) === client) owners.set(pid, client);
          else return true;
      }
    return owners.size > clients.length;
  } finally {
    clearTimeout(timeout);
    await clients[1]?.end();
  }
}

async function readBackendPid(client: PoolerClient): Promise<number> {
  const { rows } = await client.query(READ_BACKEND_PID);
  return rows[0].pid;
}
