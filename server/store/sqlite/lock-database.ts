import { existsSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../errors/user-error.ts';
import { isSameFile } from './database-files.ts';
import { assertCurrentSchema, assertOwnDatabase } from './migrate-sqlite.ts';
import { openDatabase } from './open-database.ts';
import { assertOwnSchema } from './schema-difference.ts';
import { explainSqliteError, isBusy, isDamage } from './sqlite-errors.ts';

/** Opens a database of this release while no other process has it open, and keeps others out until it is closed. */
export function openExclusively(path: string): DatabaseSync {
  const file = followLinks(resolve(path));
  if (!existsSync(file)) throw new UserError(`There is no database at ${file}. Name one that exists.`);
  assertNotOpen(file);
  const database = lockDatabase(file);
  if (database === undefined)
    throw new UserError(`The file ${file} is damaged, or is not a SQLite database. Name another file.`);
  try {
    assertCurrentSchema(database, file);
    assertOwnSchema(database, file);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** SQLite follows symbolic links and creates its side files next to the real file. */
export function followLinks(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const folder = dirname(path);
  return existsSync(folder) ? join(realpathSync(folder), basename(path)) : path;
}

/**
 * Copies the write-ahead log into the file and locks out all other processes until the returned connection is closed.
 * Returns undefined, and changes nothing, if there is no database or SQLite cannot read it.
 */
export function lockDatabase(file: string): DatabaseSync | undefined {
  // SQLite would delete the write-ahead log of an empty file.
  if (!existsSync(file) || statSync(file).size === 0) return undefined;
  try {
    // Read-only: a writable connection copies the log into the file on close, even if that is damaged or foreign.
    using reader = openDatabase(file, { readOnly: true });
    assertOwnDatabase(reader, file);
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw toUserError(error, file);
  }
  const database = openDatabase(file);
  try {
    // In WAL mode each connection holds a shared lock until it is closed, so this fails if another one is open.
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    const { journal_mode: mode } = database.prepare('PRAGMA journal_mode').get() as { journal_mode: string };
    if (mode !== 'delete') throw databaseOpenError(file);
    return database;
  } catch (error) {
    database.close();
    if (isDamage(error)) return undefined;
    throw toUserError(error, file);
  }
}

function toUserError(error: unknown, file: string): unknown {
  if (isBusy(error)) return databaseOpenError(file);
  const sentence = explainSqliteError(error);
  return sentence === undefined
    ? error
    : new UserError(`The database ${file} ${sentence}.`, { cause: error });
}

/** Linux only: /proc also shows processes that hold no SQLite lock (an idle shell, or on a damaged file). */
export function assertNotOpen(file: string): void {
  const target = statSync(file, { throwIfNoEntry: false });
  const isTarget = (descriptor: string): boolean => {
    try {
      const opened = readlinkSync(descriptor);
      // A server whose database file was deleted still has it open.
      if (opened === `${file} (deleted)`) return true;
      return target !== undefined && opened.startsWith('/') && isSameFile(target, statSync(descriptor));
    } catch {
      // Closed meanwhile.
      return false;
    }
  };
  for (const id of listFolder('/proc'))
    if (/^\d+$/.test(id) && Number(id) !== process.pid)
      for (const descriptor of listFolder(`/proc/${id}/fd`))
        if (isTarget(`/proc/${id}/fd/${descriptor}`)) throw databaseOpenError(file, id);
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Other systems have no /proc, other users' processes are not readable, and processes end.
    return [];
  }
}

export const databaseOpenError = (file: string, id?: string): UserError =>
  new UserError(
    `Another process${id === undefined ? '' : ` (${id})`} has the database ${file} open. Stop the service first.`,
  );
