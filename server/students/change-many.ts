import { FieldErrors } from '../../contract/field-errors.ts';
import { STUDENTS_PER_WRITE } from '../../contract/limits.ts';
import type { StudentPatch } from '../../contract/state-fields.ts';
import { bodyReader } from '../console/body-checks.ts';
import { bodySchema } from '../console/body-schemas.ts';
import type { SessionRequest } from '../console/console-request.ts';
import { ApiError, invalidRequest, serializeError } from '../errors/api-error.ts';
import type { Operation, RequestContext } from '../request/request-context.ts';
import { matchState } from './conditional-requests.ts';
import { readSessionWrite } from './session-write.ts';
import type { StudentAnswer } from './views.ts';

interface StudentChange {
  readonly studentUid: string;
  /** Registers or patches the student; null removes her. */
  readonly changes: StudentPatch | null;
  /** The tag of the state that was seen; null is not recruited. */
  readonly seen: string | null;
}

const CHANGES_BODY = bodySchema({
  students: {
    type: 'array',
    minItems: 1,
    maxItems: STUDENTS_PER_WRITE,
    items: bodySchema({
      studentUid: { type: 'string', minLength: 1 },
      changes: { type: ['object', 'null'] },
      seen: { type: ['string', 'null'] },
    }),
  },
});
const readChanges = bodyReader<{ students: StudentChange[] }>(CHANGES_BODY);

/** Errors about one student. After any other, those behind it would fail as well. */
const STATUSES_OF_ONE = [400, 404, 409, 412];

interface Operations {
  readonly register: Operation;
  readonly patch: Operation;
  readonly remove: Operation;
}

/**
 * Changes up to a hundred students in one request, which counts as one write. Each is written by itself, as by the
 * request of her own, and has its own answer. Who has none was not looked at, because the service failed before.
 */
export function createManyChanges({ register, patch, remove }: Operations, docsUrl: () => string) {
  const operate = ({ changes, seen }: StudentChange): Operation =>
    changes === null ? remove : seen === null ? register : patch;

  async function answerOne(
    { incoming, caller }: SessionRequest,
    change: StudentChange,
  ): Promise<StudentAnswer> {
    const { studentUid, changes, seen } = change;
    const context: RequestContext = {
      // The operations read nothing else of the request.
      request: { ...incoming, headers: incoming.headers, params: { studentUid } },
      caller,
      asked: readSessionWrite(incoming),
      precondition: seen === null ? undefined : matchState([seen]),
      readBody: async () => (seen === null ? { studentUid, ...changes } : changes),
    };
    try {
      const { status, body, changeGroup: group } = await operate(change)(context);
      return { studentUid, status, answer: JSON.parse(String(body)), group };
    } catch (error) {
      if (!(error instanceof ApiError) || !STATUSES_OF_ONE.includes(error.status)) throw error;
      return { studentUid, status: error.status, answer: JSON.parse(serializeError(error, docsUrl())) };
    }
  }

  return async (request: SessionRequest): Promise<{ students: StudentAnswer[] }> => {
    const { students } = readChanges(request);
    requireEachOnce(students);
    const answers: StudentAnswer[] = [];
    for (const change of students)
      try {
        answers.push(await answerOne(request, change));
      } catch (error) {
        if (answers.length === 0) throw error;
        break;
      }
    return { students: answers };
  };
}

function requireEachOnce(students: readonly StudentChange[]): void {
  const errors = new FieldErrors();
  const uids = new Set<string>();
  for (const [i, { studentUid, changes, seen }] of students.entries()) {
    if (uids.has(studentUid)) errors.add(`students.${i}.studentUid`, '같은 학생은 한 번만 보내십시오.');
    else if (changes === null && seen === null)
      errors.add(`students.${i}.seen`, '삭제할 때는 확인한 상태를 보내십시오.');
    uids.add(studentUid);
  }
  if (errors.length > 0) throw invalidRequest(errors);
}
