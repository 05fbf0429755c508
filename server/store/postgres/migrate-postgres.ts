import { join } from 'node:path';
import type pg from 'pg';
import { UserError } from '../../user-error.ts';
import { type AppliedMigration, pendingMigrations, readMigrations } from '../migration-files.ts';

/** "RBK1": whoever migrates a database holds this lock in it. */
const LOCK = 0x52424b31;

const FOLDER = join(import.meta.dirname, 'migrations');

/** Brings the schema up to this program's, once, however many programs start together. Gives what it applied. */
export async function migrate(
  client: pg.Client,
  where: string,
  { create, migrate: mayApply }: { create: boolean; migrate: boolean },
): Promise<string[]> {
  const known = readMigrations(FOLDER);
  const lacking = async () =>
    pendingMigrations(known, await appliedTo(client, where, create), { where, mayApply });
  if ((await lacking()).length === 0) return [];
  // The lock ends with the transaction; what others did before it came is seen by a second look.
  await client.query('BEGIN; SET LOCAL statement_timeout = 0');
  await client.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
  const todo = await lacking();
  await client.query(`CREATE TABLE IF NOT EXISTS migration (
    version integer PRIMARY KEY,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at bigint NOT NULL
  )`);
  for (const { version, name, sql, checksum } of todo) {
    await client.query(sql);
    await client.query('INSERT INTO migration VALUES ($1, $2, $3, $4)', [
      version,
      name,
      checksum,
      Date.now(),
    ]);
  }
  await client.query('COMMIT');
  return todo.map(({ name }) => name);
}

/** A database without tables is a new one; any other must bear our mark. */
async function appliedTo(client: pg.Client, where: string, create: boolean): Promise<AppliedMigration[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  if (tables.length === 0) {
    if (create) return [];
    throw new UserError(
      `There is nothing in the database ${where}. Start \`rollbook serve\` or run \`rollbook migrate\` first.`,
    );
  }
  if (!tables.some(({ name }) => name === 'migration'))
    throw new UserError(`The database ${where} is not one of Rollbook's. Name another, or make one for it.`);
  return (await client.query('SELECT version, name, checksum FROM migration ORDER BY version')).rows;
}
