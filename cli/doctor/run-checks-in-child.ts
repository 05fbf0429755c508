import { fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { UserError } from '../../server/errors/user-error.ts';
import type { CheckedSettings, Finding } from './check.ts';

/** Each check ends before, unless a disk hangs. */
const TIMEOUT_MS = 12_000;

/**
 * Runs the checks in a child process, and ends it. A process does not end by itself while the system still looks for the
 * address of a host, for a quarter of a minute where DNS is silent.
 */
export async function runChecksInChild(settings: CheckedSettings): Promise<Finding[]> {
  const child = fork(new URL(`./checks-process${extname(import.meta.filename)}`, import.meta.url), {
    // Not Node's options of this process, such as those of a test run.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    child.send(settings);
    const [findings] = await Promise.race([
      once(child, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) }),
      once(child, 'exit'),
    ]);
    if (!Array.isArray(findings)) throw new Error(`The checks ended with ${child.signalCode ?? findings}.`);
    return findings;
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
    throw new UserError(
      `The checks do not end within ${TIMEOUT_MS / 1000} s: a disk or a network folder hangs (look with dmesg and mount), or the machine is overloaded (look with top).`,
    );
  } finally {
    child.kill('SIGKILL');
  }
}
