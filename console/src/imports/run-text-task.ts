import { RosterFormatError } from '../../../client/formats/roster-format-error.ts';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { IMPORT } from '../texts/import-texts.ts';
import type { TextAnswer, TextRequest, TextTasks } from './text-worker.ts';

const TICK_MS = 100;
/** Two seconds, of which a suspended device or a busy page counts none: browsers have no clock of a worker's own time. */
const MAX_TICKS = 20;
/** Until the script is loaded. */
const MAX_START_TICKS = 300;

const running = new Set<AbortController>();

/** Ends what is under way, as when the page is left. */
export function endTextTasks(): void {
  for (const task of running) task.abort();
}

/**
 * Runs a task of `text-worker.ts` on a text that others have written, in a worker of its own, which ends with the task or
 * with `signal`. Rejects with a `RosterFormatError` if the text is refused or takes more than two seconds, and with an
 * `AbortError` if the task is ended.
 */
export async function runTextTask<Name extends keyof TextTasks>(
  name: Name,
  parameters: Parameters<TextTasks[Name]>,
  signal?: AbortSignal,
): Promise<Awaited<ReturnType<TextTasks[Name]>>> {
  const ending = new AbortController();
  const ended = AbortSignal.any([ending.signal, ...(signal === undefined ? [] : [signal])]);
  ended.throwIfAborted();
  const worker = startWorker();
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<TextTasks[Name]>>>();
  const refuse = (reason: Bilingual) => reject(new RosterFormatError(reason));
  let isStarted = false;
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
    if (ticks >= (isStarted ? MAX_TICKS : MAX_START_TICKS))
      refuse(isStarted ? IMPORT.tooSlow : IMPORT.readerNotStarted);
  }, TICK_MS);
  worker.addEventListener('message', ({ data }: MessageEvent<TextAnswer>) => {
    if (data.kind === 'done') resolve(data.value as Awaited<ReturnType<TextTasks[Name]>>);
    else if (data.kind === 'refused') refuse(data);
    else {
      isStarted = true;
      ticks = 0;
    }
  });
  worker.addEventListener('error', () => refuse(isStarted ? IMPORT.readerFailed : IMPORT.readerNotStarted));
  ended.addEventListener('abort', () => reject(ended.reason));
  running.add(ending);
  try {
    worker.postMessage({ name, parameters } as TextRequest);
    return await promise;
  } finally {
    clearInterval(timer);
    running.delete(ending);
    worker.terminate();
  }
}

function startWorker(): Worker {
  try {
    return new Worker(new URL('./text-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    throw new RosterFormatError(IMPORT.readerNotStarted);
  }
}
