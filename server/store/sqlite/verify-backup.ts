import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../../errors/user-error.ts';
import { forkWork } from './child-outcome.ts';
import { explainFileError } from './database-files.ts';
import { explainSqliteError, isDamage } from './sqlite-errors.ts';

export interface BackupContent {
  accounts: number;
  students: number;
}

/**
 * Opens a backup, checks all of it as a restore would, and counts what is in it. Writes nothing. Runs in a child
 * process. A backup that cannot be restored is thrown as a UserError.
 */
export async function verifyBackup(path: string, signal?: AbortSignal): Promise<BackupContent> {
  const file = resolve(path);
  if (!existsSync(file)) throw new UserError(`There is no backup at ${file}. Name one that exists.`);
  const verification = forkWork<BackupContent>('verify-process', [file], signal);
  try {
    return await verification.result;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof UserError) throw error;
    throw new UserError(
      isDamage(error)
        ? `The backup ${file} is damaged, or is not a SQLite database.`
        : `The backup ${file} ${explainSqliteError(error) ?? `cannot be checked: ${explainFileError(error)}`}.`,
      { cause: error },
    );
  } finally {
    await verification.end();
  }
}
