import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bareEnvironment } from './service.ts';

const LAUNCHER = join(import.meta.dirname, '../cli/rollbook');

export interface Outcome {
  /** null if the process was killed because it listened or timed out. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the launcher until it exits; kills a server that listens. */
export async function launch(
  words: string[],
  env: Record<string, string> = {},
  timeoutMs = 60_000,
  launcher = LAUNCHER,
): Promise<Outcome> {
  const child = spawn(launcher, words, {
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
    if (/http:\/\/[^\s/]+:\d+/.test(stderr)) child.kill('SIGKILL');
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return { code, stdout, stderr };
}

/** Matches stack traces and other internal details that no output may contain. */
export const TRACE = /^\s+at .|node:internal|Node\.js v|\[object|\.ts:\d/m;
