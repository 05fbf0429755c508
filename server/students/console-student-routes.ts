import { SPENDS_HEADER } from '../../contract/operation-headers.ts';
import { OPERATIONS, type OperationId } from '../../contract/operations.ts';
import { sessionCaller } from '../auth/callers.ts';
import type { AdmitSession } from '../console/admit-session.ts';
import { CONSOLE_API_PREFIX } from '../console/console-route.ts';
import { readWriteHeaders } from '../request/incoming-request.ts';
import { withChangeGroup } from '../request/outcome.ts';
import type { Operations } from '../routes/api-routes.ts';
import type { Route } from '../routes/route-table.ts';
import { row } from '../routes/row.ts';
import { rejectSession } from '../session/session-errors.ts';
import { parsePrecondition, withEtag } from './conditional-requests.ts';

/** Those whose answer is the state of one student. */
const STATE_OPERATIONS: readonly OperationId[] = [
  'registerRecruitedStudent',
  'getRecruitedStudent',
  'patchRecruitedStudent',
];

/** The operations of the contract, called with a session; a change may be conditional. */
export const studentRoutes = (operations: Operations, admit: AdmitSession): Route[] =>
  (Object.keys(OPERATIONS) as OperationId[]).map((id) => {
    const { method, path, permission } = OPERATIONS[id];
    const operate = STATE_OPERATIONS.includes(id) ? withEtag(operations[id]) : operations[id];
    const isWrite = permission === 'write';
    return row({
      operation: `console${id[0]?.toUpperCase()}${id.slice(1)}`,
      methods: [method],
      path: CONSOLE_API_PREFIX + path,
      permission,
      origins: 'none',
      async admit(request) {
        const { session, readBody } = await admit(request, {
          permission,
          session: 'full',
          ...(isWrite && { countedAs: 'student' }),
        });
        if (session === undefined) throw rejectSession('signed-out');
        return {
          request,
          caller: sessionCaller(session),
          asked: isWrite
            ? { ...readWriteHeaders(request), spends: request.headers[SPENDS_HEADER] === '1' }
            : undefined,
          precondition: isWrite ? parsePrecondition(request) : undefined,
          readBody,
        };
      },
      handle: async (context) => withChangeGroup(await operate(context)),
    });
  });
