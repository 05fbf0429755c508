import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** The resident memory of a process in KiB; 0 on systems other than Linux. */
export async function residentKb({ pid }: ChildProcess): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1]);
}
