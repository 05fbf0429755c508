import type { RequiredAccess } from '../../contract/areas.ts';
import { BETA_OPERATIONS, type BetaOperationId } from '../../contract/beta-operations.ts';
import { OPERATIONS, type OperationId, type Operation as OperationRow } from '../../contract/operations.ts';
import { API_PREFIX, BETA_PREFIX } from '../../contract/paths.ts';
import type { AdmitKey } from '../auth/admit-key.ts';
import { compressOutcome } from '../http/compress-outcome.ts';
import { type IncomingRequest, requireOperationId } from '../request/incoming-request.ts';
import type { Operation } from '../request/request-context.ts';
import type { AccountQueue } from '../scheduling/account-queue.ts';
import type { Route } from './route-table.ts';

export type Operations = Readonly<Record<OperationId, Operation>>;
export type BetaOperations = Readonly<Record<BetaOperationId, Operation>>;

/** The operations of the contract and those of /beta, called with an API key. `resolve` finds the representative UID. */
export function apiRoutes(
  operations: Operations & BetaOperations,
  admit: AdmitKey,
  resolve: (uid: string) => string | undefined,
  readQueue: AccountQueue,
): Route[] {
  const toRoutes = <Id extends OperationId | BetaOperationId>(
    prefix: string,
    rows: Readonly<Record<Id, OperationRow>>,
  ): Route[] =>
    (Object.keys(rows) as Id[]).map((operation) => {
      const row: OperationRow = rows[operation];
      const { method, path, permission, isCompressed } = row;
      // What /beta reads is whatever an account has, and can take tens of milliseconds.
      const isQueued = prefix === BETA_PREFIX && method === 'GET';
      return {
        operation,
        methods: [method],
        path: prefix + path,
        permission,
        origins: 'apps',
        async answer(request) {
          const admission = await admit(request, requiredOf(row, request));
          if (prefix === BETA_PREFIX && permission === 'write') requireOperationId(request);
          const { studentUid: named } = request.params;
          const studentUid = named === undefined ? undefined : resolve(named);
          const operate = () =>
            operations[operation]({ request, studentUid, precondition: undefined, ...admission });
          const outcome = isQueued
            ? readQueue.run(admission.caller.accountId, request.signal, operate)
            : operate();
          return isCompressed ? compressOutcome(request, await outcome) : outcome;
        },
      };
    });
  return [...toRoutes(API_PREFIX, OPERATIONS), ...toRoutes(BETA_PREFIX, BETA_OPERATIONS)];
}

/** With the areas of the parameters that the query names. */
function requiredOf(
  { permission, areas, parameterAreas }: OperationRow,
  { query }: IncomingRequest,
): RequiredAccess {
  if (parameterAreas === undefined) return { permission, areas };
  const named = new URLSearchParams(query);
  const more = Object.entries(parameterAreas).filter(([name]) => named.has(name));
  return { permission, areas: [...areas, ...more.map(([, area]) => area)] };
}
