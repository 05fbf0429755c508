import pg from 'pg';
import { closeOnParseError, destroyClient } from './driver-internals.ts';
import { CONNECT_TIMEOUT_MESSAGE, dependsOnTls, type TlsSettings } from './postgres-tls.ts';
import { NotPrimaryError } from './primary-connector.ts';

/** How long opening a connection may take, including its login and session settings. */
const CONNECT_TIMEOUT_MS = 2_000;
/** How long a connection may be idle before both sides send TCP keepalive probes. */
export const KEEPALIVE_IDLE_S = 10;

type SetUp = (client: pg.Client) => Promise<unknown>;

/** Connects as `sslmode` says, which may mean a second attempt with or without TLS, and runs `setUp`. */
export async function connectToPostgres(
  address: string,
  { attempts, negotiation }: TlsSettings,
  setUp: SetUp,
): Promise<pg.Client> {
  const [first, second] = attempts as [TlsSettings['attempts'][number], TlsSettings['attempts'][number]?];
  const attempt = (ssl: typeof first) => connectOnce(address, ssl, negotiation, setUp);
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
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    ssl,
    ...(ssl && { sslnegotiation }),
    application_name: 'rollbook',
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_IDLE_S * 1_000,
    types: { getTypeParser },
  });
  closeOnParseError(client);
  // Queries in flight report the error; without a listener it would end the process. The driver accepts no further
  // queries after an error, but leaves the socket open.
  client.on('error', () => destroyClient(client));
  const timeout = setTimeout(
    () => destroyClient(client, new Error(CONNECT_TIMEOUT_MESSAGE)),
    CONNECT_TIMEOUT_MS,
  );
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

/** The driver returns int8 as a string; our times in milliseconds fit in a number. */
const getTypeParser = ((oid: number, format: 'text') =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)) as never;
