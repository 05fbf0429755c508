import { extname } from 'node:path';
import { type ForkedWork, forkWork } from '../../scheduling/forked-work.ts';
import type { DatabaseTask, TaskName, Tasks } from './database-process.ts';

const MODULE = new URL(`./database-process${extname(import.meta.filename)}`, import.meta.url);

/** SQLite's long calls are synchronous, and a disk that hangs blocks the thread that reads it. */
export const forkTask = <Name extends TaskName>(
  task: Name,
  args: Parameters<Tasks[Name]>,
  signal?: AbortSignal,
): ForkedWork<ReturnType<Tasks[Name]>> =>
  forkWork(MODULE, { task, args } satisfies DatabaseTask<Name>, signal);

/** For a task whose process is not needed once it has a result. */
export async function runTask<Name extends TaskName>(
  ...request: Parameters<typeof forkTask<Name>>
): Promise<ReturnType<Tasks[Name]>> {
  const work = forkTask(...request);
  try {
    return await work.result;
  } finally {
    await work.end();
  }
}
