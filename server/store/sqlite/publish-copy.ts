import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeDatabase } from './database-files.ts';
import { forkTask } from './fork-task.ts';

const FLUSH_INTERVAL_MS = 50;

/**
 * Copies a consistent snapshot of a database to the new file `temporary`, calls `publish` to rename or link it, and
 * removes what is left of it. Runs VACUUM INTO in a child process. If this process is killed, the child removes the
 * file.
 */
export async function publishCopy<Result>(
  source: string,
  temporary: string,
  { check, signal }: { check: boolean; signal: AbortSignal | undefined },
  publish: (temporary: string) => Result | Promise<Result>,
): Promise<Result> {
  const copy = forkTask('copy', [source, temporary, check], signal);
  try {
    const written = new AbortController();
    const flushing = flushUntil(written.signal, temporary);
    await copy.result.finally(() => {
      written.abort();
      return flushing;
    });
    return await publish(temporary);
  } finally {
    await copy.end();
    removeDatabase(temporary);
  }
}

/**
 * Flushes a file to disk again and again while another process writes it. Otherwise hundreds of megabytes would go to
 * disk in one piece, and with ext4 the next sync of the service's log would wait for all of it. Never throws: whoever
 * publishes the file syncs it once more.
 */
async function flushUntil(signal: AbortSignal, file: string): Promise<void> {
  let handle: FileHandle | undefined;
  while (!signal.aborted) {
    await sleep(FLUSH_INTERVAL_MS, undefined, { signal }).catch(() => {});
    // Not there until the other process has made it. Windows flushes only what may be written.
    handle ??= await open(file, 'r+').catch(() => undefined);
    await handle?.datasync().catch(() => {});
  }
  await handle?.close().catch(() => {});
}
