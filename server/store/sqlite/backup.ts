import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UserError } from '../../user-error.ts';
import { copyDatabase } from './copy.ts';
import { isTaken, nameExclusively, reasonFor, removeDatabase, sync, temporaryFor } from './files.ts';
import { explainSqliteError } from './sqlite-errors.ts';

/** Writes under a temporary name, so that the name given only ever stands for a whole backup. */
export async function backUpDatabase(source: string, file: string, signal?: AbortSignal): Promise<void> {
  const target = resolve(file);
  if (existsSync(target)) throw alreadyThere(target);
  if (!existsSync(dirname(target)))
    throw new UserError(`The folder ${dirname(target)} does not exist. Make it first.`);
  const temporary = temporaryFor(target);
  try {
    await copyDatabase(source, temporary, { check: false, signal });
    nameExclusively(temporary, target);
    sync(dirname(target));
  } catch (error) {
    signal?.throwIfAborted();
    if (isTaken(error)) throw alreadyThere(target);
    throw new UserError(
      `The backup ${target} ${explainSqliteError(error) ?? `cannot be made: ${reasonFor(error)}`}.`,
      {
        cause: error,
      },
    );
  } finally {
    removeDatabase(temporary);
  }
}

const alreadyThere = (target: string): UserError =>
  new UserError(`There is a file at ${target} already. Name one that does not exist.`);
