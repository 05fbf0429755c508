import { isPostgres } from '../config.ts';
import type { Store } from './port.ts';

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
  if (isPostgres(database)) return (await import('./postgres/open.ts')).openPostgres(database, options);
  return (await import('./sqlite/open.ts')).openSqlite(database.replace(/^sqlite:/, ''), options);
}
