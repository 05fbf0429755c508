/** Longer work delays the requests of others noticeably. */
const MAX_SLICE_MS = 5;

let last = Promise.resolve();

/**
 * Resolves in a turn of the event loop in which it resolves for nobody else. Work that takes tens of milliseconds begins
 * with it, so that the requests of other callers are served in between, however much of it one caller sends at once.
 */
export function takeTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}

/** For work of many short parts, which awaits the result between them: takes a turn after every few milliseconds. */
export function createPause(): () => Promise<void> {
  let deadline = performance.now() + MAX_SLICE_MS;
  return async () => {
    if (performance.now() < deadline) return;
    await takeTurn();
    deadline = performance.now() + MAX_SLICE_MS;
  };
}
