import type { ApiPromise } from '../../../client/call.ts';
import { isRollbookError, type RollbookError } from '../../../client/rollbook-error.ts';
import { RosterStudents } from '../../../client/roster-students.ts';
import { Transport } from '../../../client/transport.ts';
import { CHANGE_GROUP_HEADER } from '../../../contract/operation-headers.ts';
import type {
  GrowthState,
  RecruitedStudent,
  StudentPatch,
  StudentRegistration,
} from '../../../contract/state-fields.ts';
import { stateTag } from '../../../contract/state-tag.ts';
import { noteConnectionLost } from './connection-state.ts';
import { ConsoleError, type ConsoleFailure, hasCode } from './console-error.ts';
import type { WriteHeaders } from './operation.ts';
import { clientOptions } from './roster-client.ts';

/** The student was in another state than the one that the change is for. */
export class StudentConflict extends Error {
  override readonly name = 'StudentConflict';
  /** Null if the student is not recruited. */
  readonly current: GrowthState | null;

  constructor(current: GrowthState | null) {
    super('The student was changed elsewhere.');
    this.current = current;
  }
}

interface StudentWrite {
  readonly studentUid: string;
  readonly before: GrowthState | null;
  /** Null removes the student. */
  readonly changes: StudentPatch | null;
  readonly headers?: WriteHeaders | undefined;
}

/** The new state, and the group of the history, if the answer told it. */
export interface WrittenStudent {
  readonly after: GrowthState | null;
  readonly group?: number | undefined;
}

/** The outbox decides when an edit is sent again, also after a reload. */
const ONCE = { maxRetries: 0, maxWaitMs: 0 };

/**
 * Registers, patches or removes a student of this account, if the student is still in the state `before`. Returns the
 * new state, and throws a StudentConflict with the state that was found instead.
 */
export async function writeStudent(
  accountId: string,
  { studentUid, before, changes, headers }: StudentWrite,
): Promise<WrittenStudent> {
  const options = clientOptions({ accountId: () => accountId, headers: () => headers });
  const roster = new RosterStudents(new Transport(options));
  try {
    if (before === null)
      return await written(roster.register({ studentUid, ...changes } as StudentRegistration, ONCE));
    const options = { ...ONCE, ifMatch: stateTag(before) };
    if (changes !== null) return await written(roster.patch(studentUid, changes, options));
    await roster.remove(studentUid, options);
    return { after: null };
  } catch (error) {
    const current = hasCode(error, 'student_already_recruited')
      ? await readStudent(roster, studentUid)
      : conflictingState(error);
    throw current === undefined ? toConsoleError(error) : new StudentConflict(current);
  }
}

async function written(write: ApiPromise<RecruitedStudent>): Promise<WrittenStudent> {
  const { data, response } = await write.withResponse();
  return { after: toState(data), group: Number(response.headers.get(CHANGE_GROUP_HEADER)) || undefined };
}

async function readStudent(roster: RosterStudents, studentUid: string): Promise<GrowthState | null> {
  try {
    return toState(await roster.get(studentUid, ONCE));
  } catch (error) {
    if (conflictingState(error) === null) return null;
    throw toConsoleError(error);
  }
}

/** The current state that the answer tells; undefined if the error is another one. */
function conflictingState(error: unknown): GrowthState | null | undefined {
  if (hasCode(error, 'student_not_recruited')) return null;
  return hasCode(error, 'precondition_failed') ? ((error as RollbookError).student ?? null) : undefined;
}

/** The failure as the other requests of the console have it. */
function toConsoleError(error: unknown): unknown {
  if (!isRollbookError(error)) return error;
  const { serverMessage, message, status, fields, retryAfterMs } = error;
  if (error.code === 'timeout') noteConnectionLost();
  return new ConsoleError(toFailure(error), serverMessage ?? message, {
    status,
    fields,
    retryAfterSeconds: retryAfterMs && retryAfterMs / 1000,
  });
}

function toFailure({ code, status }: RollbookError): ConsoleFailure {
  if (code === 'timeout') return 'connection_failed';
  // A proxy that has no service to ask.
  if (code === 'unexpected_response' && status === 503) return 'unavailable';
  return code as ConsoleFailure;
}

const toState = ({ studentUid: _, ...state }: RecruitedStudent): GrowthState => state;
