import { OPERATIONS, type OperationId } from '../../contract/operations.ts';
import type { Capability } from '../capability.ts';
import { createSearchOperation } from '../catalogue/search-operation.ts';
import { type ConsoleRow, compressed, longBody, row, whole } from '../console/console-route.ts';
import { createSpending } from '../plans/spending.ts';
import { withChangeGroup } from '../request/outcome.ts';
import type { Operation } from '../request/request-context.ts';
import { createStudentWriter } from '../roster/student-writer.ts';
import { keyRows } from '../routes/key-row.ts';
import { defineStatements } from '../store/database.ts';
import { addName, exportedAs } from '../store/table.ts';
import { createManyChanges } from './change-many.ts';
import { parsePrecondition, withEtag } from './conditional-requests.ts';
import { readSessionWrite } from './session-write.ts';
import { createStudentOperations } from './student-operations.ts';

export const STATEMENTS = defineStatements({
  /** Records of students who are not recruited hold a bond only. */
  listRecords: 'SELECT body AS "json" FROM student_record WHERE account_id = $1 ORDER BY student_uid',
});

/** The operations of the contract, called with a key and with a session. */
export const students: Capability = {
  tables: {
    student_record: exportedAs({
      name: 'students',
      read: async ({ database }, accountId, nameOf) =>
        (await database.read<{ json: string }>(STATEMENTS.listRecords, accountId)).map(({ json }) =>
          addName(JSON.parse(json), nameOf),
        ),
    }),
    catalogue: {},
    catalogue_days: {},
    catalogue_source: {},
  },
  rows(services) {
    const writer = createStudentWriter(services, createSpending(services).findSteps);
    const operations = {
      findStudents: createSearchOperation(services),
      ...createStudentOperations(services, writer),
    };
    const ids = Object.keys(OPERATIONS) as OperationId[];
    const changeMany = createManyChanges(
      {
        register: operations.registerRecruitedStudent,
        patch: operations.patchRecruitedStudent,
        remove: operations.deleteRecruitedStudent,
      },
      services.urls.docs,
    );
    return [
      ...keyRows(operations),
      ...ids.map((id) => sessionRow(id, operations[id])),
      longBody(compressed(row('PATCH', '/me/students', 'full', 'consoleChangeStudents', changeMany))),
    ];
  },
};

/** Operations whose answer is the state of one student. */
const STATE_OPERATIONS: readonly OperationId[] = [
  'registerRecruitedStudent',
  'getRecruitedStudent',
  'patchRecruitedStudent',
];

/** In the console a change may be conditional, and may spend. */
function sessionRow(id: OperationId, operation: Operation): ConsoleRow {
  const { method, path, permission } = OPERATIONS[id];
  const operate = STATE_OPERATIONS.includes(id) ? withEtag(operation) : operation;
  const isWrite = permission === 'write';
  const name = `console${id[0]?.toUpperCase()}${id.slice(1)}` as const;
  return {
    ...whole(method, path, name, permission, async ({ incoming, caller }, readBody) =>
      withChangeGroup(
        await operate({
          request: incoming,
          caller,
          asked: isWrite ? readSessionWrite(incoming) : undefined,
          precondition: isWrite ? parsePrecondition(incoming) : undefined,
          readBody,
        }),
      ),
    ),
    ...(isWrite && { countedAs: 'student' as const }),
  };
}
