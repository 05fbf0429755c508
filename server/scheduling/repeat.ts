import { setTimeout as sleep } from 'node:timers/promises';

/** A clock that was wrong may have stored a time years ahead, for which a timer of Node would not wait at all. */
const MAX_SLEEP_MS = 86_400_000;

export interface Turn {
  /** Aborted once nobody needs the work any more. */
  readonly signal: AbortSignal;
  /** True if it begins before its time. */
  readonly isWoken: boolean;
}

/** Work behind the requests, which keeps no process alive. */
export interface Repetition {
  /** Begins the next turn at once, or after the one that is under way. */
  readonly wake: () => void;
  /** Begins no more, and resolves when the one under way has ended. */
  readonly stop: () => Promise<void>;
}

/** Does work again and again, one after the other. It returns in how many milliseconds it is due again, and must not throw. */
export function repeat(firstMs: number, work: (turn: Turn) => Promise<number>): Repetition {
  const stopped = new AbortController();
  let woken = new AbortController();
  async function run(): Promise<void> {
    for (let delayMs = firstMs; ; ) {
      const signal = AbortSignal.any([stopped.signal, woken.signal]);
      await sleep(Math.min(delayMs, MAX_SLEEP_MS), undefined, { signal, ref: false }).catch(() => {});
      if (stopped.signal.aborted) return;
      const isWoken = woken.signal.aborted;
      woken = new AbortController();
      delayMs = await work({ signal: stopped.signal, isWoken });
    }
  }
  const ended = run();
  return {
    wake: () => woken.abort(),
    async stop() {
      stopped.abort();
      await ended;
    },
  };
}

/** Repeats work at the same intervals, whether it fails or not. */
export const repeatEach = (
  intervalMs: number,
  work: () => Promise<void>,
  reportFailure: (error: unknown) => void,
): Repetition =>
  repeat(intervalMs, async () => {
    await work().catch(reportFailure);
    return intervalMs;
  });
