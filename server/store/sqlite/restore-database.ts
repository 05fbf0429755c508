import {
  chownSync,
  existsSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../user-error.ts';
import {
  explainFileError,
  isFileExistsError,
  isSameFile,
  linkExclusively,
  SIDE_FILE_SUFFIXES,
  syncToDisk,
  temporaryPath,
} from './database-files.ts';
import { assertOwnDatabase } from './migrate-sqlite.ts';
import { createFolder } from './open-sqlite.ts';
import { publishCopy } from './publish-copy.ts';
import { explainSqliteError, isBusy, isDamage } from './sqlite-errors.ts';

export interface RestoreResult {
  database: string;
  backup: string;
  /** The new path of the previous database; null if there was none. */
  kept: string | null;
}

/** Replaces the database with a checked copy of the backup. The previous file stays under another name. */
export async function restoreDatabase(
  path: string,
  backupPath: string,
  signal: AbortSignal,
): Promise<RestoreResult> {
  const backup = resolve(backupPath);
  const file = followLinks(resolve(path));
  assertFilesUsable(file, backup);
  assertNotOpen(file);
  try {
    createFolder(dirname(file));
    const kept = await publishCopy(backup, temporaryPath(file), { check: true, signal }, (temporary) => {
      // If root runs the command, the database must still belong to the service's user.
      const { uid, gid } = statSync(existsSync(file) ? file : dirname(file));
      if (process.getuid?.() === 0) chownSync(temporary, uid, gid);
      using lock = lockDatabase(file);
      // A missing or damaged database cannot be locked, so check once more.
      if (lock === undefined) assertNotOpen(file);
      return replaceDatabase(file, temporary);
    });
    return { database: file, backup, kept };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UserError) throw error;
    if (isDamage(error))
      throw new UserError(
        `The backup ${backup} is damaged, or is not a SQLite database. Name another file.`,
        { cause: error },
      );
    throw new UserError(
      `The backup ${backup}, or its copy beside ${file}, ${explainSqliteError(error) ?? `cannot be written: ${explainFileError(error)}`}.`,
      { cause: error },
    );
  }
}

/** SQLite follows symbolic links and creates its side files next to the real file. */
function followLinks(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const folder = dirname(path);
  return existsSync(folder) ? join(realpathSync(folder), basename(path)) : path;
}

function assertFilesUsable(file: string, backup: string): void {
  const target = statSync(file, { throwIfNoEntry: false });
  const source = statSync(backup, { throwIfNoEntry: false });
  if (source === undefined) throw new UserError(`There is no backup at ${backup}. Name one that exists.`);
  if (!source.isFile()) throw new UserError(`The backup ${backup} is not a file. Name a file.`);
  if (target === undefined) return;
  if (!target.isFile()) throw new UserError(`The database ${file} is not a file. Name a file.`);
  if (isSameFile(source, target))
    throw new UserError(`${backup} is the database itself. Name a backup of it.`);
}

/**
 * Copies the write-ahead log into the file and locks out all other processes until the returned connection is closed.
 * Returns undefined, and changes nothing, if there is no database or SQLite cannot read it.
 */
function lockDatabase(file: string): DatabaseSync | undefined {
  // SQLite would delete the write-ahead log of an empty file.
  if (!existsSync(file) || statSync(file).size === 0) return undefined;
  try {
    // Read-only: a writable connection copies the log into the file on close, even if that is damaged or foreign.
    using reader = new DatabaseSync(file, { readOnly: true });
    assertOwnDatabase(reader, file);
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw toUserError(error, file);
  }
  const database = new DatabaseSync(file);
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
function assertNotOpen(file: string): void {
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

const databaseOpenError = (file: string, id?: string): UserError =>
  new UserError(
    `Another process${id === undefined ? '' : ` (${id})`} has the database ${file} open. Stop the service first.`,
  );

/**
 * Crash-safe: at each moment the previous database is complete with its log at its old or new path, and its log is
 * never next to the new file. Returns the new path of the previous database, if there was one.
 */
function replaceDatabase(file: string, copy: string): string | null {
  const folder = dirname(file);
  const previous = `${file}.before-restore-${new Date().toISOString().replaceAll(/[-:]/g, '')}`;
  const parts = ['', ...SIDE_FILE_SUFFIXES].filter(
    (suffix) => suffix !== '-shm' && existsSync(file + suffix),
  );
  for (const suffix of parts) linkExclusively(file + suffix, previous + suffix);
  if (parts.length > 0) syncToDisk(folder);
  for (const suffix of SIDE_FILE_SUFFIXES) rmSync(file + suffix, { force: true });
  syncToDisk(folder);
  if (parts.includes('')) renameSync(copy, file);
  else
    try {
      linkExclusively(copy, file);
    } catch (error) {
      throw isFileExistsError(error) ? databaseOpenError(file) : error;
    }
  syncToDisk(folder);
  return parts.length === 0 ? null : previous + parts[0];
}
