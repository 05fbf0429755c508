import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const INTERVAL_MS = 50;

/**
 * Flushes a file to disk again and again while another process writes it. Otherwise hundreds of megabytes would go to
 * disk in one piece, and with ext4 the next sync of the service's log would wait for all of it.
 */
export function flushWhileWritten(file: string): { stop: () => Promise<void> } {
  const abort = new AbortController();
  const ended = flushUntil(file, abort.signal);
  return {
    stop() {
      abort.abort();
      return ended;
    },
  };
}

/** Never throws: whoever publishes the file syncs it once more. */
async function flushUntil(file: string, signal: AbortSignal): Promise<void> {
  let handle: FileHandle | undefined;
  while (!signal.aborted) {
    await sleep(INTERVAL_MS, undefined, { signal }).catch(() => {});
    // Not there until the other process has made it. Windows flushes only what may be written.
    handle ??= await open(file, 'r+').catch(() => undefined);
    await handle?.datasync().catch(() => {});
  }
  await handle?.close().catch(() => {});
}
