/** How much of the time in which the event loop stands still counts, at most. */
const TICK_MS = 100;

/**
 * As `setTimeout`, for an answer of another process: a time in which the event loop stands still counts as one tick,
 * because what has arrived meanwhile is not read.
 */
export function setLoopTimeout(action: () => void, ms: number): NodeJS.Timeout {
  let remaining = Math.ceil(ms / TICK_MS);
  const timeout = setInterval(() => {
    remaining -= 1;
    if (remaining > 0) return;
    clearInterval(timeout);
    action();
  }, TICK_MS);
  return timeout;
}
