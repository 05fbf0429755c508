import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal ended the command. */
export class InterruptedError extends Error {
  /** The shell's convention: 128 plus the signal number. */
  readonly exitCode: number;

  constructor(signal: (typeof SIGNALS)[number], message: string) {
    super(message);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** Aborts the work on Ctrl-C and similar signals. The work must then clean up and throw the signal's reason, or an error with this cause. */
export async function interruptible<T>(
  work: (signal: AbortSignal) => Promise<T>,
  message = 'Interrupted. Nothing was changed.',
): Promise<T> {
  const controller = new AbortController();
  const abort = (signal: NodeJS.Signals) =>
    controller.abort(new InterruptedError(signal as (typeof SIGNALS)[number], message));
  for (const signal of SIGNALS) process.once(signal, abort);
  try {
    return await work(controller.signal);
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    throw cause instanceof InterruptedError ? cause : error;
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, abort);
  }
}
