import { OPERATIONS, type OperationId } from '../../contract/operations.ts';
import { API_PREFIX } from '../../contract/paths.ts';
import type { AdmitKey } from '../auth/admit-key.ts';
import { mapMaybe } from '../maybe-promise.ts';
import type { Operation } from '../request/request-context.ts';
import type { Route } from './route-table.ts';

export type Operations = Readonly<Record<OperationId, Operation>>;

/** Those that begin with the student of their path, which is read along with the key. */
const READING_FIRST: readonly OperationId[] = ['getRecruitedStudent', 'patchRecruitedStudent'];

/** The operations of the contract, called with an API key. `resolve` finds the representative UID. */
export const apiRoutes = (
  operations: Operations,
  admit: AdmitKey,
  resolve: (uid: string) => string | undefined,
): Route[] =>
  (Object.keys(OPERATIONS) as OperationId[]).map((operation) => {
    const { method, path, permission } = OPERATIONS[operation];
    return {
      operation,
      methods: [method],
      path: API_PREFIX + path,
      permission,
      answer(request) {
        const { studentUid: named } = request.params;
        const studentUid = named === undefined ? undefined : resolve(named);
        const readFirst = READING_FIRST.includes(operation) ? studentUid : undefined;
        return mapMaybe(admit(request, permission, readFirst), (admission) =>
          operations[operation]({ request, studentUid, precondition: undefined, ...admission }),
        );
      },
    };
  });
