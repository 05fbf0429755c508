import type { Store } from './port.ts';
import { type OpenOptions, openSqlite } from './sqlite/open.ts';

/** The engine that ROLLBOOK_DATABASE names. */
export function openStore(
  database: string,
  options: OpenOptions,
): Promise<{ store: Store; migrated: string[] }> {
  return openSqlite(database.replace(/^sqlite:/, ''), options);
}
