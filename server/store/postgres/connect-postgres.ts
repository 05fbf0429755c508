import pg from 'pg';
import { setLoopTimeout } from './loop-timeout.ts';
import { NotPrimaryError } from './postgres-errors.ts';
import { CONNECT_TIMEOUT_MESSAGE, dependsOnTls, type TlsSettings } from './postgres-tls.ts';

/** How long opening a connection may take while a request waits for it, including its login and session settings. */
const CONNECT_TIMEOUT_MS = 2_000;
/** That of a start or a command, which no request waits for: all of a machine may be starting with it. */
export const OPEN_TIMEOUT_MS = 10_000;
/** How long a connection may be idle before both sides send TCP keepalive probes. */
export const KEEPALIVE_IDLE_S = 10;

/** For all connections of the process. The driver returns int8 as a string; our times in milliseconds fit in a number. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

type SetUp = (client: pg.Client) => Promise<unknown>;

/** Connects as `sslmode` says, which may mean a second attempt with or without TLS, and runs `setUp`. */
export async function connectToPostgres(
  address: string,
  { attempts, negotiation }: TlsSettings,
  setUp: SetUp,
  timeoutMs = CONNECT_TIMEOUT_MS,
): Promise<pg.Client> {
  const [first, second] = attempts as [TlsSettings['attempts'][number], TlsSettings['attempts'][number]?];
  const attempt = (ssl: typeof first) => connectOnce(address, ssl, negotiation, setUp, timeoutMs);
  if (second === undefined) return attempt(first);
  return attempt(first).catch((error) => {
    if (!(error instanceof NotPrimaryError) && dependsOnTls(error)) return attempt(second);
    throw error;
  });
}

async function connectOnce(
  connectionString: string,
  ssl: TlsSettings['attempts'][number],
  sslnegotiation: TlsSettings['negotiation'],
  setUp: SetUp,
  timeoutMs: number,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    ssl,
    ...(ssl && { sslnegotiation }),
    application_name: 'rollbook',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_IDLE_S * 1_000,
  });
  // The query under way reports the error; without a listener it would end the process. The driver accepts no further
  // queries after an error, but leaves the socket open.
  client.on('error', () => destroyClient(client));
  const giveUp = () => destroyClient(client, new Error(CONNECT_TIMEOUT_MESSAGE));
  const timeout = setLoopTimeout(giveUp, timeoutMs);
  try {
    await client.connect();
    await setUp(client);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  } finally {
    clearTimeout(timeout);
  }
}

/** Closes the socket without waiting for anything; the driver then fails the query under way. */
export function destroyClient(client: pg.Client, error?: Error): void {
  client.connection.stream.destroy(error);
}
