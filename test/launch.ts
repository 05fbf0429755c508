import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bareEnvironment } from './service.ts';

const LAUNCHER = join(import.meta.dirname, '../cli/rollbook');

export interface Outcome {
  /** null if it had to be ended: it listened, or did not come to an end. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the launcher to its end. A server that listens after all is ended at once. */
export async function launch(
  words: string[],
  env: Record<string, string> = {},
  within = 60_000,
): Promise<Outcome> {
  const child = spawn(LAUNCHER, words, {
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
  const tooLong = setTimeout(() => child.kill('SIGKILL'), within);
  const [code] = await once(child, 'close');
  clearTimeout(tooLong);
  return { code, stdout, stderr };
}

/** Nothing of the inside in what people read. */
export const TRACE = /^\s+at .|node:internal|Node\.js v|\[object|\.ts:\d/m;
