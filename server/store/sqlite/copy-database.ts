import { fork } from 'node:child_process';
import { once } from 'node:events';
import { UserError } from '../../user-error.ts';
import type { CopyOutcome } from './copy-process.ts';

/**
 * Copies a consistent snapshot of a database to a new file. Runs VACUUM INTO, one synchronous call, in a child process:
 * the event loop stays free for signals, and killing the child aborts the call at once.
 */
export async function copyDatabase(
  source: string,
  target: string,
  { check, signal }: { check: boolean; signal: AbortSignal | undefined },
): Promise<void> {
  signal?.throwIfAborted();
  const child = fork(new URL('./copy-process.ts', import.meta.url), [source, target, check ? 'check' : ''], {
    // A process group of its own: Ctrl-C at the terminal goes to us, and we end the child.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', kill);
  try {
    let outcome: CopyOutcome | undefined;
    child.on('message', (message) => {
      outcome = message as CopyOutcome;
    });
    const [exitCode, exitSignal] = await once(child, 'close');
    signal?.throwIfAborted();
    if (outcome === undefined)
      throw new Error(`the process that copies ended with ${exitSignal ?? exitCode}`);
    if ('userError' in outcome) throw new UserError(outcome.userError);
    if ('failure' in outcome) {
      const { failure, errcode, code } = outcome;
      throw Object.assign(new Error(failure), { errcode, code });
    }
  } finally {
    signal?.removeEventListener('abort', kill);
  }
}
