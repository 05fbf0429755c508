import { BETA_OPERATIONS, type BetaOperationId } from '../../contract/beta-operations.ts';
import { OPERATIONS, type OperationId, type Operation as OperationRow } from '../../contract/operations.ts';
import { API_PREFIX, BETA_PREFIX } from '../../contract/paths.ts';
import type { AdmitKey } from '../auth/admit-key.ts';
import type { Operation, RequestContext } from '../request/request-context.ts';
import type { AccountQueue } from '../scheduling/account-queue.ts';
import { defineRoute } from './define-route.ts';
import { type Route, withHead } from './route-table.ts';

/** An operation of the contract or of /beta, called with an API key. The contract says all else of it. */
export interface KeyRow {
  readonly operationId: OperationId | BetaOperationId;
  readonly handle: Operation;
  /** The wait for which a request is held before its turn. */
  readonly wait?: (context: RequestContext) => Promise<void>;
}

export const keyRows = (operations: Partial<Record<KeyRow['operationId'], Operation>>): KeyRow[] =>
  (Object.entries(operations) as [KeyRow['operationId'], Operation][]).map(([operationId, handle]) => ({
    operationId,
    handle,
  }));

export function keyRoute(
  { operationId, handle, wait }: KeyRow,
  admit: AdmitKey,
  readQueue: AccountQueue,
): Route {
  const isBeta = Object.hasOwn(BETA_OPERATIONS, operationId);
  const listed: OperationRow = { ...OPERATIONS, ...BETA_OPERATIONS }[operationId];
  const { method, path, permission, isCompressed } = listed;
  return defineRoute({
    operation: operationId,
    methods: isBeta ? withHead(method) : [method],
    path: (isBeta ? BETA_PREFIX : API_PREFIX) + path,
    permission,
    origins: 'apps',
    admit: admit({ ...listed, checksOperationId: isBeta && permission === 'write' }),
    wait,
    // A read of /beta may be of whatever an account has, and can take tens of milliseconds.
    turns:
      isBeta && method === 'GET'
        ? { queue: readQueue, accountOf: ({ caller }) => caller.accountId }
        : undefined,
    isCompressed,
    handle,
  });
}
