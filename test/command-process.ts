import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { bareEnvironment } from './service.ts';

const LAUNCHER = join(import.meta.dirname, '../cli/rollbook');

export interface CommandProcess {
  process: ChildProcess;
  ended: Promise<{ code: number | null; stderr: string }>;
}

/** Starts a command that a test can send signals to; it is killed when the test ends. */
export function startCommand(
  t: TestContext,
  database: string,
  words: readonly string[],
  wrapper: readonly string[] = [],
): CommandProcess {
  const [program, ...args] = [...wrapper, LAUNCHER, ...words] as [string, ...string[]];
  const child = spawn(program, args, {
    env: { ...bareEnvironment(), ROLLBOOK_DATABASE: database },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  return { process: child, ended: once(child, 'close').then(([code]) => ({ code, stderr })) };
}

/** A command prefix that makes hard links fail with EPERM; undefined if strace is not available. */
export function withoutHardLinks(): string[] | undefined {
  const calls = 'link,linkat';
  const strace = ['strace', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null', '-e', `trace=${calls}`];
  strace.push('-e', `inject=${calls}:error=EPERM`);
  try {
    execFileSync('strace', [...strace.slice(1), 'true'], { stdio: 'ignore' });
    return strace;
  } catch {
    return undefined;
  }
}
