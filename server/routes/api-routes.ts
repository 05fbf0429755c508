import { BETA_OPERATIONS, type BetaOperationId } from '../../contract/beta-operations.ts';
import { OPERATIONS, type OperationId, type Operation as OperationRow } from '../../contract/operations.ts';
import { API_PREFIX, BETA_PREFIX } from '../../contract/paths.ts';
import type { AdmitKey } from '../auth/admit-key.ts';
import type { Operation, RequestContext } from '../request/request-context.ts';
import type { AccountQueue } from '../scheduling/account-queue.ts';
import type { Route } from './route-table.ts';
import { row } from './row.ts';

export type Operations = Readonly<Record<OperationId, Operation>>;
export type BetaOperations = Readonly<Record<BetaOperationId, Operation>>;

/** The operations of the contract and those of /beta, called with an API key. */
export function apiRoutes(
  operations: Operations & BetaOperations,
  admit: AdmitKey,
  readQueue: AccountQueue,
  waits: Partial<Record<BetaOperationId, (context: RequestContext) => Promise<void>>>,
): Route[] {
  const toRoutes = <Id extends OperationId | BetaOperationId>(
    prefix: string,
    rows: Readonly<Record<Id, OperationRow>>,
  ): Route[] =>
    (Object.keys(rows) as Id[]).map((operation) => {
      const listed: OperationRow = rows[operation];
      const { method, path, permission, isCompressed } = listed;
      return row({
        operation,
        methods: [method],
        path: prefix + path,
        permission,
        origins: 'apps',
        admit: admit({ ...listed, checksOperationId: prefix === BETA_PREFIX && permission === 'write' }),
        wait: waits[operation as BetaOperationId],
        // What /beta reads is whatever an account has, and can take tens of milliseconds.
        turns:
          prefix === BETA_PREFIX && method === 'GET'
            ? { queue: readQueue, accountOf: ({ caller }) => caller.accountId }
            : undefined,
        isCompressed,
        handle: operations[operation],
      });
    });
  return [...toRoutes(API_PREFIX, OPERATIONS), ...toRoutes(BETA_PREFIX, BETA_OPERATIONS)];
}
