import { isPostgres, sqlitePath } from '../config.ts';
import { UserError } from '../errors/user-error.ts';
import type { CopyOptions, CopyResult } from './copy-from-sqlite.ts';
import type { OpenOptions } from './open-options.ts';
import type { RestoreResult } from './sqlite/restore-database.ts';
import type { Store } from './store.ts';

export interface OpenedStore {
  store: Store;
  /** The names of the migrations that were applied. */
  migrated: string[];
  /** The database as it was before a migration. */
  backup?: string | undefined;
}

/** Opens the database that ROLLBOOK_DATABASE names. The other engine's code is not loaded. */
export async function openStore(database: string, options: OpenOptions): Promise<OpenedStore> {
  if (isPostgres(database))
    return (await import('./postgres/open-postgres.ts')).openPostgres(database, options);
  return (await import('./sqlite/open-sqlite.ts')).openSqlite(sqlitePath(database), options);
}

/** Replaces the database that ROLLBOOK_DATABASE names with a backup. */
export async function restoreStore(
  database: string,
  backup: string,
  signal: AbortSignal,
): Promise<RestoreResult> {
  if (isPostgres(database))
    throw new UserError(
      'A PostgreSQL database is restored by its own tool: pg_restore --exit-on-error --no-owner --dbname=URL FILE, into an empty database.',
    );
  return (await import('./sqlite/restore-database.ts')).restoreDatabase(sqlitePath(database), backup, signal);
}

/** Copies a SQLite database into the PostgreSQL database that ROLLBOOK_DATABASE names. */
export async function copyStore(database: string, file: string, options: CopyOptions): Promise<CopyResult> {
  if (!isPostgres(database))
    throw new UserError(
      'The copy goes into PostgreSQL: name the new database with --database or ROLLBOOK_DATABASE, as postgres://… . To move a SQLite database, use rollbook backup and rollbook restore.',
    );
  return (await import('./copy-from-sqlite.ts')).copyFromSqlite(sqlitePath(file), database, options);
}
