import { removeDatabase } from './database-files.ts';
import { flushWhileWritten } from './flush-copy.ts';
import { forkWork } from './forked-work.ts';

/**
 * Copies a consistent snapshot of a database to the new file `temporary`, calls `publish` to rename or link it, and
 * removes what is left of it. Runs VACUUM INTO in a child process. If this process is killed, the child removes the
 * file.
 */
export async function publishCopy<Result>(
  source: string,
  temporary: string,
  { check, signal }: { check: boolean; signal: AbortSignal | undefined },
  publish: (temporary: string) => Result | Promise<Result>,
): Promise<Result> {
  const copy = forkWork('copy-process', [source, temporary, check ? 'check' : ''], signal);
  try {
    const flushing = flushWhileWritten(temporary);
    await copy.result.finally(() => flushing.stop());
    return await publish(temporary);
  } finally {
    await copy.end();
    removeDatabase(temporary);
  }
}
