import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyOwner } from '../store/sqlite/database-files.ts';
import { followLinks } from '../store/sqlite/lock-database.ts';
import { isBusy } from '../store/sqlite/sqlite-errors.ts';

const { O_CREAT, O_NOFOLLOW, O_RDWR } = constants;
const RETRY_MS = 100;

/**
 * Keeps other processes from backing up the same database; undefined if one does. The lock is one of SQLite's on a file
 * of its own: it ends with the process, and the folder of the database has such locks, which a network drive with
 * backups may lack.
 */
export function lockBackups(database: string): Disposable | undefined {
  const path = followLinks(resolve(database));
  const file = `${path}.backup-lock`;
  // Windows has no O_NOFOLLOW, and no root whom a link could mislead.
  closeSync(openSync(file, O_CREAT | O_RDWR | O_NOFOLLOW, 0o600));
  copyOwner(path, file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return {
    [Symbol.dispose]() {
      lock.close();
      // A process that has opened the file meanwhile locks one that nobody else finds. At worst, two make a backup at
      // once.
      try {
        rmSync(file, { force: true });
      } catch {
        // Windows removes no open file. It is empty, and the next one uses it.
      }
    },
  };
}

export async function awaitBackupLock(database: string): Promise<Disposable> {
  for (;;) {
    const lock = lockBackups(database);
    if (lock !== undefined) return lock;
    await sleep(RETRY_MS);
  }
}
