const never = new Int32Array(new SharedArrayBuffer(4));

/** Lets the event loop stand still, as a long computation does on a busy machine, so that no timeout ends meanwhile. */
export function standStill(ms: number): void {
  Atomics.wait(never, 0, 0, ms);
}
