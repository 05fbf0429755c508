import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../errors/user-error.ts';

/** A row of the `migration` table. */
export interface AppliedMigration {
  version: number;
  name: string;
  checksum: string;
}

export interface Migration extends AppliedMigration {
  sql: string;
  /** The same change as Citus takes it; the checksum is that of `sql`. */
  distributedSql?: string | undefined;
}

/** The migrations of one engine, in ascending order. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8');
      const distributed = join(folder, 'distributed', file);
      return {
        version: Number.parseInt(file, 10),
        name: file,
        sql,
        checksum: hash('sha256', sql, 'hex'),
        distributedSql: existsSync(distributed) ? readFileSync(distributed, 'utf8') : undefined,
      };
    });
}

/**
 * The migrations to apply. Throws if the database has one that is unknown or has another checksum, or if it needs one
 * and `mayApply` is false.
 */
export function pendingMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
  { where, mayApply }: { where: string; mayApply: boolean },
): Migration[] {
  for (const { version, name, checksum } of applied) {
    const migration = known.find((one) => one.version === version);
    if (migration === undefined)
      throw new UserError(
        `The database ${where} has version ${version} (${name}), newer than this program knows (${known.at(-1)?.version}). Start a newer Rollbook on it.`,
      );
    if (migration.checksum !== checksum)
      throw new UserError(
        `Migration ${name} was applied to ${where} with other contents than this program has. Restore the program it was made with.`,
      );
  }
  const pending = known.filter(({ version }) => !applied.some((one) => one.version === version));
  if (pending.length > 0 && !mayApply)
    throw new UserError(`The database ${where} is older than this program. Run \`rollbook migrate\` first.`);
  return pending;
}

export interface SchemaState {
  /** The number of the last migration that was applied. */
  version: number;
  /** The names of those that this program would apply. */
  pending: string[];
}

/** Throws unless this release could start on a database with these migrations. */
export function describeSchema(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
  where: string,
): SchemaState {
  const pending = pendingMigrations(known, applied, { where, mayApply: true });
  return { version: applied.at(-1)?.version ?? 0, pending: pending.map(({ name }) => name) };
}
