import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { freePort } from '../test/free-port.ts';
import { bareEnvironment } from '../test/service.ts';

/** The server is pinned to the first core and the load generator to the second. */
const SERVER_CORE = '0';
const LOAD_CORE = '1';

const TICKS_PER_SECOND = 100;

const canPin = hasCommand('taskset');

export function hasCommand(name: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const onServerCore = (command: string[]): string[] =>
  canPin ? ['taskset', '-c', SERVER_CORE, ...command] : command;
export const onLoadCore = (command: string[]): string[] =>
  canPin ? ['taskset', '-c', LOAD_CORE, ...command] : command;

/** A server under measurement, in a separate process. */
export interface Subject {
  url: string;
  process: ChildProcess;
  /** The time from the start of the process to its first response. */
  startMs: number;
  stop: () => Promise<void>;
}

/** Killed when the benchmark exits for any reason. */
const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill();
});

/** Starts a server with `commandFor(port)`; resolves at its first response of any status. */
export async function startSubject(
  commandFor: (port: number) => string[],
  env: Record<string, string> = {},
  pinToCore = onServerCore,
): Promise<Subject> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [command = '', ...args] = pinToCore(commandFor(port));
  const startedAt = performance.now();
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
    if (child.exitCode !== null) throw new Error(`${commandFor(port).join(' ')} ended: ${errors}`);
    if (await answers(url)) break;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const startMs = performance.now() - startedAt;
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

/** CPU seconds of a process with all its threads, or of its children that have ended; works only on Linux. */
export function cpuSeconds(pid: number, of: 'itself' | 'children'): number {
  // The name of the program, the second field, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? [];
  const [user = 0, system = 0] = of === 'itself' ? fields.slice(11, 13) : fields.slice(13, 15);
  return (user + system) / TICKS_PER_SECOND;
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

/** The resident memory of the process in MiB; works only on Linux. */
export function residentMiB({ process: { pid } }: Subject): number {
  const [, kib = 'NaN'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}
