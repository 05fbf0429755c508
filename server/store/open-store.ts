import { isPostgres } from '../config.ts';
import { UserError } from '../user-error.ts';
import type { Restored } from './sqlite/restore.ts';
import type { Store } from './types.ts';

export interface OpenOptions {
  /** Make the database where there is none; otherwise its absence is refused. */
  create: boolean;
  /** Bring the schema up to date; otherwise an older one is refused. */
  migrate: boolean;
}

/** The engine that ROLLBOOK_DATABASE names. Only it is loaded. */
export async function openStore(
  database: string,
  options: OpenOptions,
): Promise<{ store: Store; migrated: string[] }> {
  if (isPostgres(database))
    return (await import('./postgres/open-postgres.ts')).openPostgres(database, options);
  return (await import('./sqlite/open-sqlite.ts')).openSqlite(pathOf(database), options);
}

/** Puts a backup in the place of the database that ROLLBOOK_DATABASE names. */
export async function restoreStore(database: string, backup: string, signal: AbortSignal): Promise<Restored> {
  if (isPostgres(database))
    throw new UserError(
      'A PostgreSQL database is restored by its own tool: pg_restore --exit-on-error --no-owner --dbname=URL FILE, into an empty database.',
    );
  return (await import('./sqlite/restore.ts')).restore(pathOf(database), backup, signal);
}

const pathOf = (database: string): string => database.replace(/^sqlite:/, '');
