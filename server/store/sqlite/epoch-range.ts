/** Between which epochs of records a transaction leads. */
export interface EpochRange {
  readonly before: number;
  readonly after: number;
}
/** No file has this epoch. */
export const UNKNOWN_EPOCH = -1;

/** The step of the transaction under way, in memory that threads share: whoever sees the commit in the file sees it too. */
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

  /** Nobody knows where it leads, or there is none. */
  clear(): void {
    this.publish({ before: UNKNOWN_EPOCH, after: UNKNOWN_EPOCH });
  }

  read(): EpochRange {
    return { before: Number(Atomics.load(this.cells, 0)), after: Number(Atomics.load(this.cells, 1)) };
  }
}
