/** What became of one student of a request that changes many: status and body of the answer to a request of her own. */
export interface StudentAnswer {
  readonly studentUid: string;
  readonly status: number;
  readonly answer: object;
  /** Of the history. */
  readonly group?: number | undefined;
}
