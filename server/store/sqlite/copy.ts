import { fork } from 'node:child_process';
import { once } from 'node:events';
import { UserError } from '../../user-error.ts';
import type { CopyOutcome } from './copy-process.ts';

/**
 * Copies a database into a new file, as it is at one moment. In a process of its own, because VACUUM INTO is one
 * synchronous call: the event loop stays free for signals, and killing the process ends the call at once.
 */
export async function copyDatabase(
  source: string,
  target: string,
  { check, signal }: { check: boolean; signal: AbortSignal | undefined },
): Promise<void> {
  signal?.throwIfAborted();
  const child = fork(new URL('./copy-process.ts', import.meta.url), [source, target, check ? 'check' : ''], {
    // Ctrl-C at a terminal goes to a whole group of processes; this one ends when we say so.
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
    const [code, ended] = await once(child, 'close');
    signal?.throwIfAborted();
    if (outcome === undefined) throw new Error(`the process that copies ended with ${ended ?? code}`);
    if ('refusal' in outcome) throw new UserError(outcome.refusal);
    if ('failure' in outcome) {
      const { failure, errcode, code } = outcome;
      throw Object.assign(new Error(failure), { errcode, code });
    }
  } finally {
    signal?.removeEventListener('abort', kill);
  }
}
