import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';

export type Engine = 'sqlite' | 'postgres';

const { ROLLBOOK_TEST_ENGINE = 'sqlite' } = process.env;
/**
 * With `postgres-partitioned`, each new PostgreSQL database has its tables partitioned by account; with `postgres-citus`,
 * distributed by account over the nodes of Citus.
 */
export const IS_PARTITIONED = ROLLBOOK_TEST_ENGINE === 'postgres-partitioned';
export const IS_DISTRIBUTED = ROLLBOOK_TEST_ENGINE === 'postgres-citus';
/** The PostgreSQL database that the others of a test run are copied from. */
export const TEMPLATE = 'rollbook_template';
export const ENGINES: readonly Engine[] =
  IS_PARTITIONED || IS_DISTRIBUTED ? ['postgres'] : ['sqlite', 'postgres'];

/**
 * How many writes of one account a test sends at once. They wait for one another, for 3 s at most, and one takes several
 * times as long on a busy machine or on Citus.
 */
export const AT_ONCE = 25;

/** The engine of tests that do not name one. */
export const ENGINE: Engine = ROLLBOOK_TEST_ENGINE === 'sqlite' ? 'sqlite' : 'postgres';

/** A new database, which outlives the services that are started on it. */
export interface Database {
  /** The value for ROLLBOOK_DATABASE. */
  address: string;
  remove: () => Promise<void>;
}

export interface DatabaseOptions {
  /** Otherwise it has its tables where the test run has a template, spread over nodes as ROLLBOOK_TEST_ENGINE says. */
  isEmpty?: boolean;
}

export async function newDatabase(
  engine: Engine = ENGINE,
  { isEmpty = false }: DatabaseOptions = {},
): Promise<Database> {
  if (engine === 'sqlite') {
    const folder = await mkdtemp(join(tmpdir(), 'rollbook-'));
    const { ROLLBOOK_TEST_SQLITE: template } = process.env;
    if (template !== undefined && !isEmpty) await copyFile(template, join(folder, 'rollbook.db'));
    return {
      address: `sqlite:${join(folder, 'rollbook.db')}`,
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  }
  const name = `rollbook_${randomBytes(8).toString('hex')}`;
  await onEachNode(`CREATE DATABASE ${name}${isEmpty ? '' : ` TEMPLATE ${TEMPLATE}`}`);
  return {
    address: addressOf(name),
    // FORCE closes connections that are still open.
    remove: () => onEachNode(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** Runs the statement on the test run's PostgreSQL, and on the workers of its Citus: those of a database have its name. */
export async function onEachNode(sql: string, database = 'postgres'): Promise<void> {
  const { ROLLBOOK_TEST_WORKERS: workers = '' } = process.env;
  const nodes = [clusterUrl(), ...workers.split(' ').filter(Boolean)];
  await Promise.all(nodes.map((node) => query(addressOf(database, node), sql)));
}

export function addressOf(database: string, node = clusterUrl()): string {
  const url = new URL(node);
  url.pathname = `/${database}`;
  return url.href;
}

/** A file, or a database of the run's cluster: neither several hosts, nor TLS, nor a relay in between. */
export function isReachedByTests(address: string): boolean {
  if (address.startsWith('sqlite:')) return true;
  const { ROLLBOOK_TEST_POSTGRES: cluster } = process.env;
  return (
    cluster !== undefined &&
    URL.canParse(address) &&
    new URL(address).host === new URL(cluster).host &&
    new URL(address).search === ''
  );
}

type Row = Record<string, unknown>;

/** Runs one SQL statement, with a ? for each value, on a connection of its own. */
export async function query(address: string, sql: string, values: SQLInputValue[] = []): Promise<Row[]> {
  if (address.startsWith('sqlite:')) {
    const database = new DatabaseSync(address.slice('sqlite:'.length), { timeout: 5000 });
    try {
      return database
        .prepare(sql)
        .all(...values)
        .map((row) => ({ ...row }));
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    let count = 0;
    return (
      await client.query(
        sql.replace(/\?/g, () => `$${++count}`),
        values,
      )
    ).rows;
  } finally {
    await client.end();
  }
}

/** All columns as rows of `table`, `column` and `type`, without those of partitions. */
export const columnsIn = (address: string): Promise<Row[]> =>
  query(
    address,
    address.startsWith('sqlite:')
      ? `SELECT m.name AS "table", c.name AS "column", c.type FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'`
      : `SELECT table_name AS "table", column_name AS "column", upper(data_type) AS type FROM information_schema.columns WHERE table_schema = current_schema() AND table_name !~ '_\\d+$' ORDER BY table_name, ordinal_position`,
  );

function clusterUrl(): string {
  const url = process.env.ROLLBOOK_TEST_POSTGRES;
  if (url === undefined)
    throw new Error('There is no PostgreSQL to test on: run by npm, or name one in ROLLBOOK_TEST_POSTGRES');
  return url;
}
