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
import { copyDatabase } from './copy.ts';
import {
  isSameFile,
  isTaken,
  nameExclusively,
  reasonFor,
  removeDatabase,
  SIDE_FILES,
  sync,
  temporaryFor,
} from './files.ts';
import { refuseForeign } from './migrate-sqlite.ts';
import { makeFolder } from './open-sqlite.ts';
import { explainSqliteError, isBusy, isDamage } from './sqlite-errors.ts';

export interface Restored {
  database: string;
  backup: string;
  /** Where the file is that was there before; null if there was none. */
  kept: string | null;
}

/** Puts a checked copy of the backup in the place of the database, and keeps what was there under another name. */
export async function restore(path: string, backupPath: string, signal: AbortSignal): Promise<Restored> {
  const backup = resolve(backupPath);
  const file = placeOf(resolve(path));
  refuseBadFiles(file, backup);
  refuseOpen(file);
  const temporary = temporaryFor(file);
  let lock: DatabaseSync | undefined;
  try {
    makeFolder(dirname(file));
    await copyDatabase(backup, temporary, { check: true, signal });
    // A command run by root must not take the database away from the service's user.
    const { uid, gid } = statSync(existsSync(file) ? file : dirname(file));
    if (process.getuid?.() === 0) chownSync(temporary, uid, gid);
    lock = lockDatabase(file);
    // A database that cannot be read cannot be locked either.
    if (lock === undefined) refuseOpen(file);
    return { database: file, backup, kept: replace(file, temporary) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UserError) throw error;
    if (isDamage(error))
      throw new UserError(
        `The backup ${backup} is damaged, or is not a SQLite database. Name another file.`,
        {
          cause: error,
        },
      );
    throw new UserError(
      `The backup ${backup}, or its copy beside ${file}, ${explainSqliteError(error) ?? `cannot be written: ${reasonFor(error)}`}.`,
      { cause: error },
    );
  } finally {
    removeDatabase(temporary);
    lock?.close();
  }
}

/** Where SQLite finds the database, and what it keeps beside it: a link is followed. */
function placeOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const folder = dirname(path);
  return existsSync(folder) ? join(realpathSync(folder), basename(path)) : path;
}

function refuseBadFiles(file: string, backup: string): void {
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
 * Keeps every other process from opening the database, as long as the connection is open. What the write-ahead log
 * held is in the file then. Undefined where there is no database, or none that SQLite can read: that stays as it is.
 */
function lockDatabase(file: string): DatabaseSync | undefined {
  // Of a file that lost all its content SQLite would delete the write-ahead log.
  if (!existsSync(file) || statSync(file).size === 0) return undefined;
  try {
    // The last connection that may write copies the log into the file when it is closed, whatever that has become.
    using reader = new DatabaseSync(file, { readOnly: true });
    refuseForeign(reader, file);
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw asRefusal(error, file);
  }
  const database = new DatabaseSync(file);
  try {
    // In WAL mode every connection holds a shared lock until it is closed, so this fails if there is any other.
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    const { journal_mode: mode } = database.prepare('PRAGMA journal_mode').get() as { journal_mode: string };
    if (mode !== 'delete') throw isOpen(file);
    return database;
  } catch (error) {
    database.close();
    if (isDamage(error)) return undefined;
    throw asRefusal(error, file);
  }
}

function asRefusal(error: unknown, file: string): unknown {
  if (isBusy(error)) return isOpen(file);
  const sentence = explainSqliteError(error);
  return sentence === undefined
    ? error
    : new UserError(`The database ${file} ${sentence}.`, { cause: error });
}

/** On Linux every open file can be seen, also where SQLite holds no lock: by an idle shell, or of a damaged file. */
function refuseOpen(file: string): void {
  const target = statSync(file, { throwIfNoEntry: false });
  const isTarget = (descriptor: string): boolean => {
    try {
      const opened = readlinkSync(descriptor);
      // A file that was deleted under a server is still that server's database.
      if (opened === `${file} (deleted)`) return true;
      return target !== undefined && opened.startsWith('/') && isSameFile(target, statSync(descriptor));
    } catch {
      // It was closed meanwhile.
      return false;
    }
  };
  for (const id of namesIn('/proc'))
    if (/^\d+$/.test(id) && Number(id) !== process.pid)
      for (const descriptor of namesIn(`/proc/${id}/fd`))
        if (isTarget(`/proc/${id}/fd/${descriptor}`)) throw isOpen(file, id);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Other systems have no /proc, other users' processes show nothing, and processes end.
    return [];
  }
}

const isOpen = (file: string, id?: string): UserError =>
  new UserError(
    `Another process${id === undefined ? '' : ` (${id})`} has the database ${file} open. Stop the service first.`,
  );

/**
 * At each moment the database is at its place or whole under the name that it keeps, with its log; and no log of it is
 * ever beside the new file. Gives that name, if there was anything.
 */
function replace(file: string, copy: string): string | null {
  const folder = dirname(file);
  const kept = `${file}.before-restore-${new Date().toISOString().replaceAll(/[-:]/g, '')}`;
  const parts = ['', ...SIDE_FILES].filter((suffix) => suffix !== '-shm' && existsSync(file + suffix));
  for (const suffix of parts) nameExclusively(file + suffix, kept + suffix);
  if (parts.length > 0) sync(folder);
  for (const suffix of SIDE_FILES) rmSync(file + suffix, { force: true });
  sync(folder);
  if (parts.includes('')) renameSync(copy, file);
  else
    try {
      nameExclusively(copy, file);
    } catch (error) {
      throw isTaken(error) ? isOpen(file) : error;
    }
  sync(folder);
  return parts.length === 0 ? null : kept + parts[0];
}
