import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A command was ended by a signal, after it had put everything back. */
export class Interrupted extends Error {
  /** As a shell has it. */
  readonly exitCode: number;

  constructor(signal: (typeof SIGNALS)[number]) {
    super('Interrupted. Nothing was changed.');
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** Ctrl-C and the like abort the work, which then cleans up and throws the signal's reason. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = (signal: NodeJS.Signals) =>
    controller.abort(new Interrupted(signal as (typeof SIGNALS)[number]));
  for (const signal of SIGNALS) process.once(signal, abort);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, abort);
  }
}
