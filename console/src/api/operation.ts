import type { OperationKind } from '../../../contract/history.ts';

/**
 * The header of each write of an operation on many students, which the service counts once for each hundred, and which
 * history keeps as one group of its kind.
 */
export type Operation = { readonly 'bulk-operation': string; readonly 'takes-back'?: string };

export const beginOperation = (kind: OperationKind): Operation => ({
  'bulk-operation': `${kind}-${crypto.randomUUID()}`,
});
