/** Between which epochs of records a transaction leads. */
export interface Step {
  readonly before: number;
  readonly after: number;
}
/** No file has this epoch. */
export const UNKNOWN = -1;

/** The step of the transaction under way, in memory that threads share: whoever sees the commit in the file sees it too. */
export class SharedStep {
  readonly cells: BigInt64Array;

  constructor(
    cells: BigInt64Array = new BigInt64Array(new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT)),
  ) {
    this.cells = cells;
  }

  note({ before, after }: Step): void {
    Atomics.store(this.cells, 0, BigInt(before));
    Atomics.store(this.cells, 1, BigInt(after));
  }

  /** Nobody knows where it leads, or there is none. */
  clear(): void {
    this.note({ before: UNKNOWN, after: UNKNOWN });
  }

  noted(): Step {
    return { before: Number(Atomics.load(this.cells, 0)), after: Number(Atomics.load(this.cells, 1)) };
  }
}
