import { join } from 'node:path';
import type pg from 'pg';
import { UserError } from '../../user-error.ts';
import { type AppliedMigration, pendingMigrations, readMigrations } from '../migration-files.ts';

/** "RBK1": the advisory lock that serializes migrations of a database. */
const MIGRATION_LOCK = 0x52424b31;

const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');

/** Applies pending migrations and returns their names. Safe to run from several processes at once. */
export async function migrate(
  client: pg.Client,
  displayName: string,
  { create, migrate: mayApply }: { create: boolean; migrate: boolean },
): Promise<string[]> {
  const known = readMigrations(MIGRATIONS_FOLDER);
  const findPending = async () =>
    pendingMigrations(known, await listApplied(client, displayName, create), {
      where: displayName,
      mayApply,
    });
  if ((await findPending()).length === 0) return [];
  // Checked again under the lock, which ends with the transaction: another process may have migrated meanwhile.
  await client.query('BEGIN; SET LOCAL statement_timeout = 0');
  await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  const pending = await findPending();
  await client.query(`CREATE TABLE IF NOT EXISTS migration (
    version integer PRIMARY KEY,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at bigint NOT NULL
  )`);
  for (const { version, name, sql, checksum } of pending) {
    await client.query(sql);
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
      `There is nothing in the database ${displayName}. Start \`rollbook serve\` or run \`rollbook migrate\` first.`,
    );
  }
  if (!tables.some(({ name }) => name === 'migration'))
    throw new UserError(
      `The database ${displayName} is not one of Rollbook's. Name another, or make one for it.`,
    );
  return (await client.query('SELECT version, name, checksum FROM migration ORDER BY version')).rows;
}
