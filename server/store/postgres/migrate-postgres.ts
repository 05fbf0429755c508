import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { UserError } from '../../errors/user-error.ts';
import {
  type AppliedMigration,
  describeSchema,
  type Migration,
  pendingMigrations,
  readMigrations,
  type SchemaState,
} from '../migration-files.ts';

/** "RBK1": the advisory lock that serializes migrations of a database. */
const MIGRATION_LOCK = 0x52424b31;

export const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');

/**
 * How long a migration waits for a table that another transaction uses. Statements of running instances queue behind
 * it, and are refused after 2 to 3 s.
 */
const LOCK_TIMEOUT_MS = 500;
/** The pause after that, in which those statements run. */
const LOCK_RETRY_MS = 1_000;
/** A backup may use the tables for longer, but a start that hangs says nothing. */
const LOCK_PATIENCE_MS = 60_000;
/** A lock that was not available in time, or that each of two waited for. */
const LOCK_FAILURES = ['55P03', '40P01'];

/** For Citus, where a command sees what one before it has done on another connection only after the commit. */
const ONE_CONNECTION_TO_EACH_NODE = "SET LOCAL citus.multi_shard_modify_mode = 'sequential'";

/** Citus sends the whole text of a query to its nodes, as one command, so that the text may hold no other. */
const commandByCommand = (sql: string): string => `DO $migration$ BEGIN\n${sql}\nEND $migration$`;

/** Applies pending migrations and returns their names. Safe to run from several processes at once. */
export async function migrate(
  client: pg.Client,
  displayName: string,
  options: { create: boolean; migrate: boolean },
  { known = readMigrations(MIGRATIONS_FOLDER), patienceMs = LOCK_PATIENCE_MS } = {},
): Promise<string[]> {
  const deadline = performance.now() + patienceMs;
  for (;;)
    try {
      return await applyPending(client, displayName, options, known);
    } catch (error) {
      if (!LOCK_FAILURES.includes(String((error as { code?: unknown }).code))) throw error;
      await client.query('ROLLBACK');
      if (performance.now() > deadline)
        throw new UserError(
          `The database ${displayName} could not be migrated within ${patienceMs / 1000} s: ${await describeHolder(client)} uses its tables. Wait until that is done, or end it, and start again. Nothing was changed.`,
        );
      await pause(LOCK_RETRY_MS);
    }
}

async function applyPending(
  client: pg.Client,
  displayName: string,
  { create, migrate: mayApply }: { create: boolean; migrate: boolean },
  known: readonly Migration[],
): Promise<string[]> {
  const findPending = async () =>
    pendingMigrations(known, await listApplied(client, displayName, create), {
      where: displayName,
      mayApply,
    });
  if ((await findPending()).length === 0) return [];
  // Checked again under the lock, which ends with the transaction: another process may have migrated meanwhile.
  await client.query(`BEGIN; SET LOCAL statement_timeout = 0; ${ONE_CONNECTION_TO_EACH_NODE}`);
  await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  const pending = await findPending();
  await client.query(`CREATE TABLE IF NOT EXISTS migration (
    version integer PRIMARY KEY,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at bigint NOT NULL
  )`);
  const { rows: nodes } = await client.query("SELECT WHERE to_regclass('pg_dist_partition') IS NOT NULL");
  for (const { version, name, sql, distributedSql = sql, checksum } of pending) {
    const text = nodes.length > 0 ? distributedSql : sql;
    await client.query(commandByCommand(text)).catch((error) => {
      throw explainFailure(name, error);
    });
    await client.query('INSERT INTO migration VALUES ($1, $2, $3, $4)', [
      version,
      name,
      checksum,
      Date.now(),
    ]);
  }
  await client.query('COMMIT');
  return pending.map(({ name }) => name);
}

/** Names the migration, with all that the database says of it. */
function explainFailure(name: string, error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || LOCK_FAILURES.includes(String(error.code))) return error;
  const said = [error.message, error.detail, error.hint]
    .map((text) => text?.replace(/\.?$/, '.'))
    .filter(Boolean);
  return new UserError(`The migration ${name} failed: ${said.join(' ')} Nothing was changed.`, {
    cause: error,
  });
}

/** Throws unless this release could start on the database. Writes nothing. */
export async function checkSchema(client: pg.Client, displayName: string): Promise<SchemaState> {
  return describeSchema(
    readMigrations(MIGRATIONS_FOLDER),
    await listApplied(client, displayName, false),
    displayName,
  );
}

/** The program whose transaction has used our tables for the longest time. */
async function describeHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string }>(
    `SELECT a.pid, a.application_name AS name
     FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid) JOIN pg_class AS c ON c.oid = l.relation
     WHERE a.datname = current_database() AND c.relnamespace = quote_ident(current_schema())::regnamespace
       AND l.granted AND a.pid <> pg_backend_pid()
     ORDER BY a.xact_start LIMIT 1`,
  );
  const [holder] = rows;
  return holder ? `another program (${holder.name || 'unnamed'}, process ${holder.pid})` : 'another program';
}

/** A database without tables counts as new; any other must have our migration table. */
async function listApplied(
  client: pg.Client,
  displayName: string,
  create: boolean,
): Promise<AppliedMigration[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  if (tables.length === 0) {
    if (create) return [];
    throw new UserError(
      `There is nothing in the database ${displayName}. Name the server's with --database or ROLLBOOK_DATABASE. \`rollbook serve\` makes a new one in it.`,
    );
  }
  if (!tables.some(({ name }) => name === 'migration'))
    throw new UserError(
      `The database ${displayName} is not one of Rollbook's. Name another, or make one for it.`,
    );
  return (await client.query('SELECT version, name, checksum FROM migration ORDER BY version')).rows;
}
