import { existsSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/**
 * Opens a file that may come from elsewhere, such as a backup: its schema may call no function that reaches beyond the
 * database, nothing writes to the schema itself, and pages are checked as they are read.
 */
export function openDatabase(file: string | URL, options: DatabaseSyncOptions = {}): DatabaseSync {
  const database = new DatabaseSync(file, { ...options, defensive: true });
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
  return database;
}

/**
 * Leaves no files beside a database whose log is in it: an ordinary read-only connection makes a log and its index, and
 * does not remove them. No other process writes to a database without a log.
 */
export function openUnchanged(file: string, timeout: number): DatabaseSync {
  const url = pathToFileURL(file);
  if (!existsSync(`${file}-wal`) && !existsSync(`${file}-journal`)) url.searchParams.set('immutable', '1');
  return openDatabase(url, { readOnly: true, timeout });
}
