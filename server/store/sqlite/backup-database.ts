import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UserError } from '../../errors/user-error.ts';
import {
  explainFileError,
  isFileExistsError,
  linkExclusively,
  syncToDisk,
  temporaryPath,
} from './database-files.ts';
import { publishCopy } from './publish-copy.ts';
import { explainSqliteError } from './sqlite-errors.ts';

/**
 * Copies to a temporary file first, so that `file` exists only once the backup is complete, and once `inspect` accepts
 * the copy. Resolves to what that says.
 */
export async function backUpDatabase<Result = void>(
  source: string,
  file: string,
  signal?: AbortSignal,
  inspect?: (copy: string) => Promise<Result>,
): Promise<Result | undefined> {
  const target = resolve(file);
  if (existsSync(target)) throw fileExistsError(target);
  if (!existsSync(dirname(target)))
    throw new UserError(`The folder ${dirname(target)} does not exist. Make it first.`);
  try {
    return await publishCopy(source, temporaryPath(target), { check: false, signal }, async (temporary) => {
      const result = await inspect?.(temporary);
      linkExclusively(temporary, target);
      syncToDisk(dirname(target));
      return result;
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof UserError) throw error;
    if (isFileExistsError(error)) throw fileExistsError(target);
    throw new UserError(
      `The backup ${target} ${explainSqliteError(error) ?? `cannot be made: ${explainFileError(error)}`}.`,
      { cause: error },
    );
  }
}

const fileExistsError = (target: string): UserError =>
  new UserError(`There is a file at ${target} already. Name one that does not exist.`);
