import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Service } from './service.ts';

/** strace makes system calls of a running process fail or hang as those of a bad disk do. Not everybody may trace. */
export function hasTracer(): boolean {
  try {
    execFileSync('strace', ['-e', 'trace=none', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Lets the system calls of a service on one file fail, in strace's words: `pwrite64:error=EIO`,
 * `fdatasync:delay_enter=5s`. Resolves when every thread is traced.
 */
export async function injectFaults(
  { process: { pid } }: Service,
  path: string,
  fault: string,
): Promise<{ end: () => Promise<void> }> {
  const calls = fault.slice(0, fault.indexOf(':'));
  const words = ['-f', '-p', String(pid), '-P', path, '-e', `trace=${calls}`, '-e', `inject=${fault}`];
  const tracer = spawn('strace', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(tracer, 'exit');
  await new Promise<void>((resolve, reject) => {
    let said = '';
    tracer.stderr.on('data', (data) => {
      said += data;
      if (/attached/.test(said)) resolve();
    });
    tracer.once('exit', () => reject(new Error(`strace ended: ${said}`)));
  });
  return {
    async end() {
      tracer.kill('SIGINT');
      await ended;
    },
  };
}
