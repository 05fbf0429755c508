import pg from 'pg';
import { UserError } from '../../user-error.ts';
import type { OpenOptions } from '../open-store.ts';
import { connectionOf } from './driver-queries.ts';
import { migrate } from './migrate-postgres.ts';
import { STATEMENT_MS } from './pipelined-pool.ts';
import { explainPostgresError } from './postgres-errors.ts';
import { PostgresStore } from './postgres-store.ts';
import { dependsOnTls, type TlsSettings, TOO_SLOW, takeTlsSettings } from './postgres-tls.ts';
import { guardProtocol } from './protocol-guard.ts';

/** How long a new connection may take, its log-in and the settings of its session included. */
const CONNECT_MS = 2_000;
/** How long a connection may be silent before the system asks, on either side, whether the other is still there. */
const KEEPALIVE_S = 10;
/** Connections for writes by themselves, and writes that share a transaction: how many, and how many may be asked for. */
const WIDTHS = { pool: [10, 999], together: [16, 99] } as const;

/** Whatever the server or the user have as their defaults: an answered write is on disk, and nothing lasts for ever. */
const SESSION = `SET synchronous_commit = on;
  SET default_transaction_isolation = 'read committed';
  SET statement_timeout = ${STATEMENT_MS};
  SET idle_in_transaction_session_timeout = ${STATEMENT_MS};
  SET tcp_keepalives_idle = ${KEEPALIVE_S}; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
  SET plan_cache_mode = force_generic_plan;
  SET jit = off`;

/** Looks at the database, sees to its schema and gives a store that connects when it has something to ask. */
export async function openPostgres(
  address: string,
  options: OpenOptions,
): Promise<{ store: PostgresStore; migrated: string[] }> {
  const url = new URL(address);
  const widths = { pool: widthOf(url, 'pool'), together: widthOf(url, 'together') };
  const tls = takeTlsSettings(url);
  const where = `${url.host}${url.pathname}`;
  const refuse = (error: unknown): never => {
    throw new UserError(`The database ${where} ${explainPostgresError(error, tls.mode)}.`, { cause: error });
  };
  const connect = (more?: string) => connected(url.href, tls, more);
  const client = await connect().catch(refuse);
  try {
    const migrated = await migrate(client, where, options);
    return { store: new PostgresStore(connect, widths), migrated };
  } catch (error) {
    if (error instanceof UserError) throw error;
    return refuse(error);
  } finally {
    await client.end();
  }
}

async function connected(
  address: string,
  { attempts, negotiation }: TlsSettings,
  more?: string,
): Promise<pg.Client> {
  const [first, second] = attempts as [TlsSettings['attempts'][number], TlsSettings['attempts'][number]?];
  const attempt = (ssl: typeof first) => connectedBy(address, ssl, negotiation, more);
  if (second === undefined) return attempt(first);
  return attempt(first).catch((error) => {
    if (dependsOnTls(error)) return attempt(second);
    throw error;
  });
}

async function connectedBy(
  connectionString: string,
  ssl: TlsSettings['attempts'][number],
  sslnegotiation: TlsSettings['negotiation'],
  more = '',
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    ssl,
    ...(ssl && { sslnegotiation }),
    application_name: 'rollbook',
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_S * 1_000,
    types: { getTypeParser },
  });
  guardProtocol(client);
  const destroy = (error?: Error) => connectionOf(client).stream.destroy(error);
  // Whoever uses it hears of a break by what was under way; without a listener it would end the process. The driver
  // takes no more queries after an error, but keeps the socket.
  client.on('error', () => destroy());
  const late = setTimeout(() => destroy(new Error(TOO_SLOW)), CONNECT_MS);
  try {
    await client.connect();
    await client.query(`${SESSION}; ${more}`);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/** Times are kept as milliseconds, which a number holds. */
const getTypeParser = ((oid: number, format: 'text') =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)) as never;

/** Unless the address says otherwise. The driver shall not see it. */
function widthOf(url: URL, name: keyof typeof WIDTHS): number {
  const [usual, most] = WIDTHS[name];
  const text = url.searchParams.get(name) ?? String(usual);
  if (!/^[1-9]\d*$/.test(text) || Number(text) > most)
    throw new UserError(
      `?${name}= in ROLLBOOK_DATABASE must be a whole number from 1 to ${most}, not ${text}.`,
    );
  url.searchParams.delete(name);
  return Number(text);
}
