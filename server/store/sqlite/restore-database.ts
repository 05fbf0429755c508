import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UserError } from '../../errors/user-error.ts';
import {
  copyOwner,
  explainFileError,
  isFileExistsError,
  isSameFile,
  linkExclusively,
  SIDE_FILE_SUFFIXES,
  syncToDisk,
  temporaryPath,
} from './database-files.ts';
import { assertNotOpen, databaseOpenError, followLinks, lockDatabase } from './lock-database.ts';
import { createFolder } from './open-sqlite.ts';
import { publishCopy } from './publish-copy.ts';
import { explainSqliteError, isDamage } from './sqlite-errors.ts';

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
      copyOwner(existsSync(file) ? file : dirname(file), temporary);
      using lock = lockDatabase(file);
      // A missing or damaged database cannot be locked, so check once more.
      if (lock === undefined) assertNotOpen(file);
      // Windows replaces no file that is open: neither ours, nor that of a server which starts at this moment.
      if (process.platform === 'win32') lock?.close();
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
