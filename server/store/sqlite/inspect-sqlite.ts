import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeReadError } from '../../errors/file-errors.ts';
import { UserError } from '../../errors/user-error.ts';
import type { Inspection, Question } from '../inspection.ts';
import { runTask } from './fork-task.ts';
import { explainSqliteError } from './sqlite-errors.ts';

export async function inspectSqlite(
  path: string,
  questions: readonly Question[],
  signal: AbortSignal,
): Promise<Inspection> {
  const file = resolve(path);
  requireFile(file);
  return explainErrors(file, runTask('inspect', [file, questions], signal));
}

export async function writeToSqlite(path: string, signal: AbortSignal): Promise<void> {
  const file = resolve(path);
  await explainErrors(file, runTask('write', [file], signal));
}

/** Undefined if none is found. */
export async function findDamage(path: string, signal: AbortSignal): Promise<string | undefined> {
  const file = resolve(path);
  return (await explainErrors(file, runTask('check', [file], signal))) ?? undefined;
}

function requireFile(file: string): void {
  let isFile: boolean;
  try {
    isFile = statSync(file).isFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new UserError(describeReadError(file, error), { cause: error });
    throw new UserError(
      `There is no database at ${file}. If there should be one, name it with ROLLBOOK_DATABASE, or stop the server and put a backup there: \`rollbook restore\` lists them. Otherwise \`rollbook serve\` makes a new one.`,
    );
  }
  if (!isFile) throw new UserError(`The database ${file} is not a file. Name a file.`);
}

async function explainErrors<Result>(file: string, result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    const sentence = explainSqliteError(error);
    throw sentence === undefined
      ? error
      : new UserError(`The database ${file} ${sentence}.`, { cause: error });
  }
}
