import pg from 'pg';
import { UserError } from '../../user-error.ts';
import type { OpenOptions } from '../open-options.ts';
import { destroyClient, guardProtocol } from './driver-internals.ts';
import { migrate } from './migrate-postgres.ts';
import { STATEMENT_TIMEOUT_MS } from './pipelined-pool.ts';
import { isTransactionPooled, READ_BACKEND_PID } from './pooler-check.ts';
import { explainPostgresError } from './postgres-errors.ts';
import { PostgresStore } from './postgres-store.ts';
import { CONNECT_TIMEOUT_MESSAGE, dependsOnTls, type TlsSettings, takeTlsSettings } from './postgres-tls.ts';

/** How long opening a connection may take, including its login and session settings. */
const CONNECT_TIMEOUT_MS = 2_000;
/** How long a connection may be idle before both sides send TCP keepalive probes. */
const KEEPALIVE_IDLE_S = 10;
/** Parameters of the address that size the pools: the connections for single writes, and the writes in a batch. */
const POOL_PARAMETERS = {
  pool: { fallback: 10, max: 999 },
  together: { fallback: 16, max: 99 },
} as const;

/** Overrides the defaults of the server and user: a confirmed write is on disk, and every statement has a timeout. */
const SESSION = `SET synchronous_commit = on;
  SET default_transaction_isolation = 'read committed';
  SET statement_timeout = ${STATEMENT_TIMEOUT_MS};
  SET idle_in_transaction_session_timeout = ${STATEMENT_TIMEOUT_MS};
  SET tcp_keepalives_idle = ${KEEPALIVE_IDLE_S}; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
  SET plan_cache_mode = force_generic_plan;
  SET jit = off`;

/** Migrates the database and returns a store, whose pools connect on demand. */
export async function openPostgres(
  address: string,
  options: OpenOptions,
): Promise<{ store: PostgresStore; migrated: string[] }> {
  const url = new URL(address);
  const sizes = {
    maxWriteConnections: takePoolParameter(url, 'pool'),
    maxBatchSize: takePoolParameter(url, 'together'),
  };
  const tls = takeTlsSettings(url);
  const displayName = `${url.host}${url.pathname}`;
  const throwUserError = (error: unknown): never => {
    throw new UserError(`The database ${displayName} ${explainPostgresError(error, tls.mode)}.`, {
      cause: error,
    });
  };
  const connectAndRun = (sql: string) => connectToPostgres(url.href, tls, sql);
  const connect = (sessionSettings = '') => connectAndRun(`${SESSION}; ${sessionSettings}`);
  // Without our settings until it is known that nobody else gets the session with them.
  const client = await connectAndRun(READ_BACKEND_PID).catch(throwUserError);
  try {
    if (await isTransactionPooled(client, () => connectAndRun(READ_BACKEND_PID)))
      throw new UserError(
        `The database ${displayName} is behind a pooler that gives every transaction another session, and Rollbook needs its own: it prepares statements and sets timeouts. Say \`pool_mode = session\` for it in PgBouncer, or name PostgreSQL itself.`,
      );
    await client.query(SESSION);
    const migrated = await migrate(client, displayName, options);
    return { store: new PostgresStore(connect, sizes), migrated };
  } catch (error) {
    if (error instanceof UserError) throw error;
    return throwUserError(error);
  } finally {
    await client.end();
  }
}

/** Connects as `sslmode` says, which may mean a second attempt with or without TLS, and runs the SQL. */
async function connectToPostgres(
  address: string,
  { attempts, negotiation }: TlsSettings,
  sql: string,
): Promise<pg.Client> {
  const [first, second] = attempts as [TlsSettings['attempts'][number], TlsSettings['attempts'][number]?];
  const attempt = (ssl: typeof first) => connectOnce(address, ssl, negotiation, sql);
  if (second === undefined) return attempt(first);
  return attempt(first).catch((error) => {
    if (dependsOnTls(error)) return attempt(second);
    throw error;
  });
}

async function connectOnce(
  connectionString: string,
  ssl: TlsSettings['attempts'][number],
  sslnegotiation: TlsSettings['negotiation'],
  sql: string,
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
  guardProtocol(client);
  // Queries in flight report the error; without a listener it would end the process. The driver accepts no further
  // queries after an error, but leaves the socket open.
  client.on('error', () => destroyClient(client));
  const timeout = setTimeout(
    () => destroyClient(client, new Error(CONNECT_TIMEOUT_MESSAGE)),
    CONNECT_TIMEOUT_MS,
  );
  try {
    await client.connect();
    await client.query(sql);
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

/** Removes the parameter from the address, which goes on to the driver. */
function takePoolParameter(url: URL, name: keyof typeof POOL_PARAMETERS): number {
  const { fallback, max } = POOL_PARAMETERS[name];
  const text = url.searchParams.get(name) ?? String(fallback);
  if (!/^[1-9]\d*$/.test(text) || Number(text) > max)
    throw new UserError(
      `?${name}= in ROLLBOOK_DATABASE must be a whole number from 1 to ${max}, not ${text}.`,
    );
  url.searchParams.delete(name);
  return Number(text);
}
