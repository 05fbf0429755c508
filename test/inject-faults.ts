import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Service } from './service.ts';

/** Whether strace may trace processes here; it makes system calls fail or hang like those of a bad disk. */
export function hasTracer(): boolean {
  try {
    execFileSync('strace', ['-e', 'trace=none', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Injects a fault into a service's system calls on one file, in strace's syntax: `pwrite64:error=EIO`,
 * `fdatasync:delay_enter=5s`. Resolves when all threads are traced.
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
    let stderr = '';
    tracer.stderr.on('data', (data) => {
      stderr += data;
      if (/attached/.test(stderr)) resolve();
    });
    tracer.once('exit', () => reject(new Error(`strace ended: ${stderr}`)));
  });
  return {
    async end() {
      tracer.kill('SIGINT');
      await ended;
    },
  };
}
