/** How much of the time in which the event loop stands still counts, at most. */
const TICK_MS = 100;

/**
 * As `setTimeout`, for a wait for others: nothing that they have sent is read while the event loop stands still, so that
 * such a time counts as one tick. On a busy machine they are not blamed for what this process has not read.
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
