import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, type Stats } from 'node:fs';

/** What SQLite keeps beside a database under the name of the database. */
export const SIDE_FILES = ['-wal', '-shm', '-journal'] as const;

/** Beside `target`, and used by no other process. */
export const temporaryFor = (target: string): string => `${target}.${randomBytes(6).toString('hex')}.partial`;

/** With its journal, however far the writing of it came. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', ...SIDE_FILES]) rmSync(file + suffix, { force: true });
}

/** Gives a file a second or another name. Throws EEXIST where that name is taken, also by a process that is faster. */
export function nameExclusively(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch (error) {
    if (isTaken(error)) throw error;
    // Without hard links the name is reserved by an empty file first.
    closeSync(openSync(name, 'wx', 0o600));
    try {
      renameSync(file, name);
    } catch (failure) {
      rmSync(name, { force: true });
      throw failure;
    }
  }
}

export const isSameFile = (one: Stats, other: Stats | undefined): boolean =>
  one.ino === other?.ino && one.dev === other.dev;

export const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST';

/** A file's content, or a folder's names, are on disk only after this. */
export function sync(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Why a file operation failed, as the end of a sentence. */
export function reasonFor(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined || code.startsWith('ERR_')) return message;
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not write there';
  if (code === 'ENOSPC') return 'the disk is full';
  if (code === 'EROFS') return 'the file system is read-only';
  if (code === 'ENOTDIR') return 'a part of its path is not a folder';
  return `the system says ${code}`;
}
