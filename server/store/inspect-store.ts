import { isPostgres, sqlitePath } from '../config.ts';
import type { Inspection, Question } from './inspection.ts';

/** Looks at a database without creating, migrating or changing anything. Throws a UserError if it cannot be used. */
export async function inspectStore(
  database: string,
  questions: readonly Question[],
  signal: AbortSignal,
): Promise<Inspection> {
  if (isPostgres(database))
    return (await import('./postgres/inspect-postgres.ts')).inspectPostgres(database, questions, signal);
  return (await import('./sqlite/inspect-sqlite.ts')).inspectSqlite(sqlitePath(database), questions, signal);
}

/** Makes a write durable that changes nothing, as /readyz does. */
export async function writeToStore(database: string, signal: AbortSignal): Promise<void> {
  if (isPostgres(database))
    return (await import('./postgres/inspect-postgres.ts')).writeToPostgres(database, signal);
  return (await import('./sqlite/inspect-sqlite.ts')).writeToSqlite(sqlitePath(database), signal);
}

/** Whether the file is whole; PostgreSQL looks after its files itself. */
export async function findDamage(database: string, signal: AbortSignal): Promise<string | undefined> {
  if (isPostgres(database)) return undefined;
  return (await import('./sqlite/inspect-sqlite.ts')).findDamage(sqlitePath(database), signal);
}
