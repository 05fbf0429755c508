import type { OperationKind } from '../contract/history.ts';

/** Names an operation on many students, so that its changes are a group by themselves. */
export function createOperationId(kind: OperationKind): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `${kind}-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
