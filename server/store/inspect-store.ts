import { isPostgres, sqlitePath } from '../config.ts';
import type { Inspection, NodeInspection, Question } from './inspection.ts';

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

/** The nodes of a distributed database; undefined where it is on one server. */
export async function inspectNodes(
  database: string,
  signal: AbortSignal,
): Promise<readonly NodeInspection[] | undefined> {
  if (!isPostgres(database)) return undefined;
  return (await import('./postgres/inspect-nodes.ts')).inspectNodes(database, signal);
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
