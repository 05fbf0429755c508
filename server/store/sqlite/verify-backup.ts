import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../../errors/user-error.ts';
import type { BackupContent } from '../inspection.ts';
import { explainFileError } from './database-files.ts';
import { runTask } from './fork-task.ts';
import { explainSqliteError, isDamage } from './sqlite-errors.ts';

/**
 * Opens a backup, checks all of it as a restore would, and counts what is in it. Writes nothing. Throws a UserError if the
 * backup cannot be restored.
 */
export async function verifyBackup(path: string, signal?: AbortSignal): Promise<BackupContent> {
  const file = resolve(path);
  if (!existsSync(file)) throw new UserError(`There is no backup at ${file}. Name one that exists.`);
  try {
    return await runTask('verify', [file], signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof UserError) throw error;
    throw new UserError(
      isDamage(error)
        ? `The backup ${file} is damaged, or is not a SQLite database.`
        : `The backup ${file} ${explainSqliteError(error) ?? `cannot be checked: ${explainFileError(error)}`}.`,
      { cause: error },
    );
  }
}
