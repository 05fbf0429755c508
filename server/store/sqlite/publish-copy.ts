import { fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { UserError } from '../../errors/user-error.ts';
import type { CopyOutcome } from './copy-process.ts';
import { removeDatabase } from './database-files.ts';

/**
 * Copies a consistent snapshot of a database to the new file `temporary`, calls `publish` to rename or link it, and
 * removes what is left of it. Runs VACUUM INTO, one synchronous call, in a child process: the event loop stays free for
 * signals, and killing the child aborts the call at once. If this process is killed, the child removes the file.
 */
export async function publishCopy<Result>(
  source: string,
  temporary: string,
  { check, signal }: { check: boolean; signal: AbortSignal | undefined },
  publish: (temporary: string) => Result,
): Promise<Result> {
  signal?.throwIfAborted();
  const child = fork(
    new URL(`./copy-process${extname(import.meta.filename)}`, import.meta.url),
    [source, temporary, check ? 'check' : ''],
    // A process group of its own: Ctrl-C at the terminal goes to us, and we end the child.
    { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  // Not `close`, which Node never emits after `disconnect()`.
  const exited = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', kill);
  try {
    const [outcome] = await Promise.race([once(child, 'message') as Promise<[CopyOutcome]>, exited]);
    signal?.throwIfAborted();
    if (typeof outcome !== 'object' || outcome === null)
      throw new Error(`the process that copies ended with ${child.signalCode ?? child.exitCode}`);
    if ('userError' in outcome) throw new UserError(outcome.userError);
    if ('failure' in outcome) {
      const { failure, errcode, code } = outcome;
      throw Object.assign(new Error(failure), { errcode, code });
    }
    return publish(temporary);
  } finally {
    signal?.removeEventListener('abort', kill);
    if (child.connected) child.disconnect();
    await exited;
    removeDatabase(temporary);
  }
}
