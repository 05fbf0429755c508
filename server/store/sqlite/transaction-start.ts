const PENDING = 0;
const BEGUN = 1;
const GIVEN_UP = 2;

/**
 * Whether the transaction in flight has begun, in memory shared by the writer thread and the main thread. As long as it
 * waits for the lock of the file, the main thread can give it up, and knows that nothing of it will be written.
 */
export class SharedTransactionStart {
  readonly cells: Int32Array;

  constructor(cells: Int32Array = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))) {
    this.cells = cells;
  }

  reset(): void {
    Atomics.store(this.cells, 0, PENDING);
  }

  /** Called by the writer once it has the lock. False if the transaction was given up. */
  begin(): boolean {
    return Atomics.compareExchange(this.cells, 0, PENDING, BEGUN) === PENDING;
  }

  /** Called by the main thread. False if the transaction has begun. */
  giveUp(): boolean {
    return Atomics.compareExchange(this.cells, 0, PENDING, GIVEN_UP) === PENDING;
  }
}
