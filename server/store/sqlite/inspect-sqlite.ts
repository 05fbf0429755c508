import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeReadError } from '../../errors/file-errors.ts';
import { UserError } from '../../errors/user-error.ts';
import type { Inspection, Question } from '../inspection.ts';
import { runForkedWork } from './forked-work.ts';
import type { InspectionTask } from './inspection-process.ts';
import { explainSqliteError } from './sqlite-errors.ts';

export async function inspectSqlite(
  path: string,
  questions: readonly Question[],
  signal: AbortSignal,
): Promise<Inspection> {
  const file = resolve(path);
  requireFile(file);
  return runTask({ task: 'inspect', file, questions }, signal);
}

export async function writeToSqlite(path: string, signal: AbortSignal): Promise<void> {
  await runTask({ task: 'write', file: resolve(path) }, signal);
}

/** Undefined if none is found. */
export async function findDamage(path: string, signal: AbortSignal): Promise<string | undefined> {
  return (await runTask<string | null>({ task: 'check', file: resolve(path) }, signal)) ?? undefined;
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

/** In a child process, because a disk that hangs and a large file block the thread that reads it. */
async function runTask<Result>(task: InspectionTask, signal: AbortSignal): Promise<Result> {
  try {
    return await runForkedWork<Result>('inspection-process', [JSON.stringify(task)], signal);
  } catch (error) {
    const sentence = explainSqliteError(error);
    throw sentence === undefined
      ? error
      : new UserError(`The database ${task.file} ${sentence}.`, { cause: error });
  }
}
