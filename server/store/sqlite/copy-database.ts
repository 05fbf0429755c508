import { closeSync, openSync } from 'node:fs';
import { SKIPPED_CHANGE_NUMBERS } from '../../../contract/history.ts';
import { LOCK_WAIT_MS, syncToDisk } from './database-files.ts';
import { checkContent, checkSchema } from './migrate-sqlite.ts';
import { openDatabase, openUnchanged } from './open-database.ts';
import { assertOwnSchema } from './schema-difference.ts';

/** Copies a consistent snapshot to a new file. A backup is checked before it is restored. */
export function copyDatabase(source: string, target: string, isRestored: boolean): void {
  // A backup stays as it is, with the journal or log that somebody may have put beside it.
  const database = isRestored
    ? openUnchanged(source, LOCK_WAIT_MS)
    : openDatabase(source, { timeout: LOCK_WAIT_MS });
  try {
    if (isRestored) {
      checkSchema(database, source);
      assertOwnSchema(database, source);
      checkContent(database, source);
    }
    // Readable by the owner only: the content is personal.
    closeSync(openSync(target, 'wx', 0o600));
    // Unlike SQLite's online backup, VACUUM INTO does not restart when another connection writes.
    database.prepare('VACUUM INTO ?').run(target);
  } finally {
    database.close();
  }
  if (isRestored) skipChangeNumbers(target);
  syncToDisk(target);
}

/** What is restored goes on with numbers that the lost changes cannot have had. */
function skipChangeNumbers(file: string): void {
  using database = openDatabase(file);
  const hasHistory = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'history'";
  if (database.prepare(hasHistory).get() === undefined) return;
  database.exec(`BEGIN;
    UPDATE history SET next_number = next_number - 1 + ${SKIPPED_CHANGE_NUMBERS};
    INSERT INTO history (account_id, last_number, next_number)
      SELECT account_id, 0, ${SKIPPED_CHANGE_NUMBERS} FROM account
      WHERE account_id NOT IN (SELECT account_id FROM history);
    COMMIT`);
}
