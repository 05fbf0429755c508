let last = Promise.resolve();

/**
 * Resolves in a turn of the event loop in which it resolves for nobody else. Work that takes tens of milliseconds begins
 * with it, so that the requests of other callers are served in between, however much of it one caller sends at once.
 */
export function takeTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
