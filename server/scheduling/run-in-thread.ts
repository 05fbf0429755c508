import { Worker } from 'node:worker_threads';

/** How often the CPU time of a thread is looked at. */
const CHECK_INTERVAL_MS = 100;

/** A thread that used up its CPU time or memory. */
export class ThreadLimitError extends Error {
  override readonly name = 'ThreadLimitError';
}

export interface ThreadLimits {
  readonly cpuMs: number;
  readonly memoryMb: number;
  readonly signal: AbortSignal;
}

/**
 * Runs a module in a thread of its own and resolves with the first message that it posts. A thread that loops for ever
 * ends with its CPU time, and delays nobody: elapsed time would also count what a busy machine does besides.
 */
export async function runInThread(
  module: URL,
  workerData: unknown,
  { cpuMs, memoryMb, signal }: ThreadLimits,
): Promise<unknown> {
  signal.throwIfAborted();
  const worker = new Worker(module, { workerData, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  const outcome = Promise.withResolvers<unknown>();
  const abort = () => outcome.reject(signal.reason);
  signal.addEventListener('abort', abort);
  worker.once('message', outcome.resolve);
  worker.once('error', (error) => outcome.reject(isOutOfMemory(error) ? new ThreadLimitError() : error));
  worker.once('exit', () => outcome.reject(new Error('the thread ended without an answer')));
  const timer = setInterval(async () => {
    const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
    if (user + system > cpuMs * 1000) outcome.reject(new ThreadLimitError());
  }, CHECK_INTERVAL_MS);
  try {
    return await outcome.promise;
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
