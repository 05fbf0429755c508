import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { freePort } from '../test/free-port.ts';
import { bareEnvironment } from '../test/service.ts';

/** The server is held to the first core and the load to the second, so that neither takes the other's time. */
const SERVER_CORE = '0';
const LOAD_CORE = '1';

const pins = hasCommand('taskset');

export function hasCommand(name: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const onServerCore = (words: string[]): string[] => (pins ? ['taskset', '-c', SERVER_CORE, ...words] : words);
export const onLoadCore = (words: string[]): string[] =>
  pins ? ['taskset', '-c', LOAD_CORE, ...words] : words;

/** A server under measurement: a process of its own. */
export interface Subject {
  url: string;
  process: ChildProcess;
  /** From the start of the process to its first answer. */
  startMs: number;
  stop: () => Promise<void>;
}

/** None of them outlives the measuring, however that ends. */
const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill();
});

/** `words` is given the port to listen on. Resolves with the first answer, whatever it is. */
export async function startSubject(
  words: (port: number) => string[],
  env: Record<string, string> = {},
  onCore = onServerCore,
): Promise<Subject> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [command = '', ...args] = onCore(words(port));
  const began = performance.now();
  const child = spawn(command, args, {
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  children.add(child);
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${words(port).join(' ')} ended: ${errors}`);
    if (await answers(url)) break;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const startMs = performance.now() - began;
  return {
    url,
    process: child,
    startMs,
    async stop() {
      children.delete(child);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(1000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return true;
    },
    () => false,
  );

/** Resident memory of a process, in MiB; only Linux tells. */
export function residentMiB({ process: { pid } }: Subject): number {
  const [, kib = 'NaN'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}
