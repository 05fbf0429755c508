import { findDamage } from '../../server/store/inspect-store.ts';
import { failure, failureOf, type Result } from './check.ts';
import { limitTime, TimeoutError } from './limit-time.ts';
import type { DatabaseLook } from './look-at-database.ts';

const TIMEOUT_MS = 4_000;
const RESTORE = 'Stop the server, and put a backup in its place; `rollbook restore` lists them.';

/** Undefined if the file is whole. PostgreSQL looks after its own. */
export async function lookForDamage(
  database: string,
  look: DatabaseLook,
  signal: AbortSignal,
): Promise<Result | undefined> {
  if (look.state !== 'open') return undefined;
  try {
    const damage = await limitTime('The database', TIMEOUT_MS, signal, (limited) =>
      findDamage(database, limited),
    );
    return damage === undefined ? undefined : failure(`the database file is damaged: ${damage}`, RESTORE);
  } catch (error) {
    // A file of gigabytes takes longer to read, and is not broken for that.
    return error instanceof TimeoutError ? undefined : failureOf((error as Error).message, RESTORE);
  }
}
