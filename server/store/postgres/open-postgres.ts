import type pg from 'pg';
import { UserError } from '../../errors/user-error.ts';
import { splitHosts } from '../../split-hosts.ts';
import type { OpenOptions } from '../open-options.ts';
import { connectToPostgres, destroyClient, KEEPALIVE_IDLE_S, OPEN_TIMEOUT_MS } from './connect-postgres.ts';
import { migrate } from './migrate-postgres.ts';
import { isTransactionPooled, READ_BACKEND_PID } from './pooler-check.ts';
import { explainPostgresError } from './postgres-errors.ts';
import { PostgresStore } from './postgres-store.ts';
import { takeTlsSettings } from './postgres-tls.ts';
import { type PostgresHost, PrimaryConnector, takeTargetSession } from './primary-connector.ts';

/** Connections for writes and as many for reads, if the address does not say `?pool=`. */
const POOL_SIZE = 10;
const MAX_POOL_SIZE = 999;
/** How long the server may work on a statement before it cancels it. */
const STATEMENT_TIMEOUT_MS = 3_000;

/**
 * Overrides the defaults of the server and user: a confirmed write is on disk, and every statement has a timeout. Plans
 * are made once, but by Citus, which sees from the values which node a statement goes to.
 */
const SESSION = `SET synchronous_commit = on;
  SET default_transaction_isolation = 'read committed';
  SET statement_timeout = ${STATEMENT_TIMEOUT_MS};
  SET idle_in_transaction_session_timeout = ${STATEMENT_TIMEOUT_MS};
  SET tcp_keepalives_idle = ${KEEPALIVE_IDLE_S}; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
  SELECT set_config('plan_cache_mode', CASE WHEN EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')
    THEN 'auto' ELSE 'force_generic_plan' END, false);
  SET jit = off`;

/** Migrates the database and returns a store, whose pools connect on demand. */
export async function openPostgres(
  address: string,
  options: OpenOptions,
): Promise<{ store: PostgresStore; migrated: string[] }> {
  const { poolSize, connectAndRun } = parseAddress(address);
  const connect = (sessionSettings = '') => connectAndRun(`${SESSION}; ${sessionSettings}`);
  return useConnection(address, async (client, displayName) => {
    const migrated = await migrate(client, displayName, options);
    const { rows } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
    const { keepsHistory } = options;
    return {
      store: new PostgresStore(connect, poolSize, { keepsHistory, isDistributed: rows.length > 0 }),
      migrated,
    };
  });
}

/** Runs `work` on a connection with our settings. Whatever fails is a UserError that names the database. */
export async function useConnection<T>(
  address: string,
  work: (client: pg.Client, displayName: string) => Promise<T>,
  connectTimeoutMs = OPEN_TIMEOUT_MS,
): Promise<T> {
  const { displayName, connectAndRun, throwUserError } = parseAddress(address, connectTimeoutMs);
  // Without our settings until it is known that nobody else gets the session with them.
  const client = await connectAndRun(READ_BACKEND_PID).catch(throwUserError);
  try {
    if (await isTransactionPooled(client, () => connectAndRun(READ_BACKEND_PID), connectTimeoutMs))
      throw new UserError(
        `The database ${displayName} is behind a pooler that gives every transaction another session, and Rollbook needs its own: it prepares statements and sets timeouts. Say \`pool_mode = session\` for it in PgBouncer, or name PostgreSQL itself.`,
      );
    await client.query(SESSION);
    return await work(client, displayName);
  } catch (error) {
    return throwUserError(error);
  } finally {
    await client.end();
  }
}

/**
 * Creates or migrates the database and runs `work` in one transaction without timeouts. Resolves after its commit; an
 * abort before that ends the connection, and the transaction with it.
 */
export async function runInTransaction<T>(
  address: string,
  signal: AbortSignal,
  work: (client: pg.Client, displayName: string) => Promise<T>,
): Promise<T> {
  const { store } = await openPostgres(address, { create: true, migrate: true });
  await store.close();
  const { displayName, connectAndRun, throwUserError } = parseAddress(address, OPEN_TIMEOUT_MS);
  const client = await connectAndRun(`${SESSION}; SET statement_timeout = 0;
    SET idle_in_transaction_session_timeout = 0`).catch(throwUserError);
  const abort = () => destroyClient(client);
  signal.addEventListener('abort', abort);
  let isCommitting = false;
  try {
    await client.query('BEGIN');
    const result = await work(client, displayName);
    signal.throwIfAborted();
    isCommitting = true;
    signal.removeEventListener('abort', abort);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    if (isCommitting)
      throw new UserError(
        `The connection to the database ${displayName} broke while it committed, so it may be done. Run the command again to find out.`,
        { cause: error },
      );
    signal.throwIfAborted();
    return throwUserError(error);
  } finally {
    signal.removeEventListener('abort', abort);
    // Rolls back what was not committed.
    await client.end();
  }
}

function parseAddress(address: string, connectTimeoutMs?: number) {
  const hosts = parseHosts(address);
  const [first] = hosts as [ParsedHost];
  const { url, poolSize, tls, target } = first;
  const displayName = `${hosts.map((host) => host.url.host).join()}${url.pathname}`;
  const explain = (error: unknown) => explainPostgresError(error, tls.mode);
  const toHost = (host: ParsedHost): PostgresHost => ({
    name: host.url.host,
    connect: (setUp) => connectToPostgres(host.url.href, host.tls, setUp, connectTimeoutMs),
  });
  const connector = target && new PrimaryConnector(hosts.map(toHost), target, explain);
  return {
    displayName,
    poolSize,
    connectAndRun: (sql: string) =>
      connector?.connect(sql) ?? toHost(first).connect((client) => client.query(sql)),
    throwUserError(error: unknown): never {
      if (error instanceof UserError) throw error;
      throw new UserError(`The database ${displayName} ${explain(error)}.`, { cause: error });
    },
  };
}

type ParsedHost = ReturnType<typeof parseHosts>[number];

/** One address for each host. The parameters, which all hosts share, are removed from them. */
function parseHosts(address: string) {
  const addresses = splitHosts(address);
  return addresses.map((text) => {
    const url = new URL(text);
    return {
      url,
      poolSize: takePoolSize(url),
      tls: takeTlsSettings(url),
      target: takeTargetSession(url, addresses.length),
    };
  });
}

/** Removes the parameter from the address, which goes on to the driver. */
function takePoolSize(url: URL): number {
  if (url.searchParams.has('together'))
    throw new UserError(
      'ROLLBOOK_DATABASE says ?together=, which Rollbook no longer has: each write is a transaction of its own. Leave it out.',
    );
  const text = url.searchParams.get('pool') ?? String(POOL_SIZE);
  if (!/^[1-9]\d*$/.test(text) || Number(text) > MAX_POOL_SIZE)
    throw new UserError(
      `?pool= in ROLLBOOK_DATABASE must be a whole number from 1 to ${MAX_POOL_SIZE}, not ${text}.`,
    );
  url.searchParams.delete('pool');
  return Number(text);
}
