import { execFileSync } from 'node:child_process';

const CHECK_INTERVAL_MS = 500;
/** npx runs the program in a shell. */
const MAX_GENERATIONS = 2;
const NPX_COMMAND = /\bnpm exec\b|\bnpx\b/;

/**
 * npx passes no signal on, so a server would outlive it and keep its port. Only an npx that is the direct origin of this
 * process counts: one whose program has started a service in the background is none of it.
 */
export function endWithNpx(): void {
  const npx = findNpx();
  if (npx === undefined) return;
  const timer = setInterval(() => {
    if (isRunning(npx)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_INTERVAL_MS);
  timer.unref();
}

function findNpx(): number | undefined {
  if (process.env.npm_command !== 'exec') return undefined;
  let pid = process.ppid;
  for (let generation = 0; generation < MAX_GENERATIONS; generation += 1) {
    const { parent, command } = describeProcess(pid);
    if (NPX_COMMAND.test(command)) return pid;
    pid = parent;
  }
  return undefined;
}

/** Neither Windows nor every container has `ps`. */
function describeProcess(pid: number): { parent: number; command: string } {
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [, parent = '', command = ''] = /^ *(\d+) +(.*)/.exec(line) ?? [];
    return { parent: Number(parent), command };
  } catch {
    return { parent: 0, command: '' };
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
