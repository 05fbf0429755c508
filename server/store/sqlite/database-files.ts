import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  lchownSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';

/** How long the writer, or a command, waits for another process's transaction. */
export const LOCK_WAIT_MS = 5_000;

/** The suffixes of the files that SQLite creates next to a database. */
export const SIDE_FILE_SUFFIXES = ['-wal', '-shm', '-journal'] as const;

/** In the folder of `target`, so that a link or rename works. */
export const temporaryPath = (target: string): string =>
  `${target}.${randomBytes(6).toString('hex')}.partial`;

/** Removes the side files too, which an unfinished copy may have left. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', ...SIDE_FILE_SUFFIXES]) rmSync(file + suffix, { force: true });
}

/** Links or renames a file. Throws EEXIST if the new path exists; a check beforehand would be a race. */
export function linkExclusively(file: string, newPath: string): void {
  try {
    linkSync(file, newPath);
  } catch (error) {
    if (isFileExistsError(error)) throw error;
    // The file system has no hard links: reserve the path with an empty file, then replace that.
    closeSync(openSync(newPath, 'wx', 0o600));
    try {
      renameSync(file, newPath);
    } catch (failure) {
      rmSync(newPath, { force: true });
      throw failure;
    }
  }
}

export const isSameFile = (one: Stats, other: Stats | undefined): boolean =>
  one.ino === other?.ino && one.dev === other.dev;

export const isFileExistsError = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'EEXIST';

/**
 * If root runs a command, what it makes must still belong to the service's user, who may have put a link in its place: what
 * that leads to is not given away.
 */
export function copyOwner(from: string, to: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(from);
  // Where root is the user, nothing is to be done, which network drives would refuse.
  if (uid !== 0) lchownSync(to, uid, gid);
}

/**
 * Flushes a file's content, or a folder's entries, to disk. Windows flushes a file only if it is open for writing, and a
 * folder not at all: NTFS keeps a journal of its entries.
 */
export function syncToDisk(path: string): void {
  const isWindows = process.platform === 'win32';
  if (isWindows && statSync(path).isDirectory()) return;
  const descriptor = openSync(path, isWindows ? 'r+' : 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Why a file operation failed, to complete a sentence. */
export function explainFileError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined || code.startsWith('ERR_')) return message;
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not write there';
  if (code === 'ENOSPC') return 'the disk is full';
  if (code === 'EROFS') return 'the file system is read-only';
  if (code === 'ENOTDIR') return 'a part of its path is not a folder';
  return `the system says ${code}`;
}
