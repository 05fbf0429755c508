/** The epoch of records before and after a transaction. Triggers increment it with every change of a record. */
export interface EpochRange {
  readonly before: number;
  readonly after: number;
}
/** Never the epoch of a file. */
export const UNKNOWN_EPOCH = -1;

/**
 * The epoch range of the transaction in flight, in memory shared by the writer thread and the main thread. The writer
 * publishes it before COMMIT, so a reader that sees the commit in the file also sees its range here.
 */
export class SharedEpochRange {
  readonly cells: BigInt64Array;

  constructor(
    cells: BigInt64Array = new BigInt64Array(new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT)),
  ) {
    this.cells = cells;
  }

  publish({ before, after }: EpochRange): void {
    Atomics.store(this.cells, 0, BigInt(before));
    Atomics.store(this.cells, 1, BigInt(after));
  }

  clear(): void {
    this.publish({ before: UNKNOWN_EPOCH, after: UNKNOWN_EPOCH });
  }

  read(): EpochRange {
    return { before: Number(Atomics.load(this.cells, 0)), after: Number(Atomics.load(this.cells, 1)) };
  }
}
