import { extname } from 'node:path';
import { UserError } from '../../server/errors/user-error.ts';
import { forkWork } from '../../server/scheduling/forked-work.ts';
import type { Finding } from './result.ts';
import type { CheckedSettings } from './settings-check.ts';

const MODULE = new URL(`./checks-process${extname(import.meta.filename)}`, import.meta.url);
/** Each check ends before, unless a disk hangs. */
const TIMEOUT_MS = 12_000;

/**
 * Runs the checks in a child process, and ends it. A process does not end by itself while the system still looks for the
 * address of a host, for a quarter of a minute where DNS is silent.
 */
export async function runChecksInChild(settings: CheckedSettings): Promise<Finding[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const checks = forkWork<Finding[]>(MODULE, settings, signal);
  try {
    return await checks.result;
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new UserError(
      `The checks do not end within ${TIMEOUT_MS / 1000} s: a disk or a network folder hangs (look with dmesg and mount), or the machine is overloaded (look with top).`,
    );
  } finally {
    // Not awaited: a process whose disk hangs does not end.
    void checks.end();
  }
}
