import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { until } from './until.ts';

/** The resident memory of a process in KiB; 0 on systems other than Linux. */
export async function residentKb({ pid }: ChildProcess): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1]);
}

/** Fails unless the process comes back to its former memory. V8 collects only under requests, so small ones are sent. */
export async function assertMemoryReleased(
  { url, process }: { url: string; process: ChildProcess },
  beforeKb: number,
  maxGrowthKb: number,
): Promise<void> {
  const isReleased = async () => {
    for (let i = 0; i < 200; i += 1) await (await fetch(`${url}/healthz`)).text();
    return (await residentKb(process)) - beforeKb < maxGrowthKb;
  };
  await until(`at most ${maxGrowthKb} kB more than before`, isReleased, { within: 20_000 });
}
