import type { OperationKind } from '../../../contract/history.ts';

/** What the headers of a write say of it. */
export interface WriteHeaders {
  /**
   * The operation on many students that the write is part of: the service counts one for each hundred of them, and
   * history keeps it as one group of its kind.
   */
  readonly 'bulk-operation'?: string;
  /** The group of changes that the write takes back, with the materials that it took. */
  readonly 'takes-back'?: string;
  /** Takes what a raised value costs out of the stock. */
  readonly 'spends-stock'?: '1';
  /** Ends the goal that the write reaches. */
  readonly 'ends-goal'?: '1';
}

export const beginOperation = (kind: OperationKind): WriteHeaders => ({
  'bulk-operation': `${kind}-${crypto.randomUUID()}`,
});
