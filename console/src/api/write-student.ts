import { CHANGE_GROUP_HEADER } from '../../../contract/operation-headers.ts';
import type { GrowthState, RecruitedStudent, StudentPatch } from '../../../contract/state-fields.ts';
import { stateTag } from '../../../contract/state-tag.ts';
import type { StudentAnswer } from '../../../server/students/views.ts';
import { type ConsoleError, hasCode } from './console-error.ts';
import type { WriteHeaders } from './operation.ts';
import { exchange, type Method, ofAccount, sendRequest, toConsoleError } from './send-request.ts';

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

export interface StudentWrite {
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

/**
 * Registers, patches or removes a student of this account, if the student is still in the state `before`. Returns the
 * new state, and throws a StudentConflict with the state that was found instead. The outbox decides when an edit is sent
 * again, also after a reload.
 */
export async function writeStudent(
  accountId: string,
  { studentUid, before, changes, headers }: StudentWrite,
): Promise<WrittenStudent> {
  const sent = { ...ofAccount(accountId), ...headers, ...(before && { 'if-match': stateTag(before) }) };
  try {
    if (before === null) return await write('POST', '/me/students', { studentUid, ...changes }, sent);
    if (changes !== null) return await write('PATCH', pathOf(studentUid), changes, sent);
    await sendRequest('DELETE', pathOf(studentUid), undefined, sent);
    return { after: null };
  } catch (error) {
    throw await asConflict(accountId, studentUid, error);
  }
}

/** A StudentConflict, if that is what the error means. */
async function asConflict(accountId: string, studentUid: string, error: unknown): Promise<unknown> {
  const current = hasCode(error, 'student_already_recruited')
    ? await readStudent(accountId, studentUid)
    : conflictingState(error);
  return current === undefined ? error : new StudentConflict(current);
}

/** What became of one of several, by student. */
export type WrittenOrFailed = WrittenStudent | { readonly error: unknown };

/**
 * Writes students in one request that counts as one, each as `writeStudent` does. Whom the answer does not name was not
 * looked at.
 */
export async function writeStudents(
  accountId: string,
  writes: readonly Omit<StudentWrite, 'headers'>[],
  headers: WriteHeaders | undefined,
): Promise<ReadonlyMap<string, WrittenOrFailed>> {
  const students = writes.map(({ studentUid, before, changes }) => ({
    studentUid,
    changes,
    seen: before && stateTag(before),
  }));
  const sent = { ...ofAccount(accountId), ...headers };
  const answered = await sendRequest<{ students: StudentAnswer[] }>(
    'PATCH',
    '/me/students',
    { students },
    sent,
  );
  return new Map(
    await Promise.all(
      answered.students.map(async (one) => [one.studentUid, await readAnswer(accountId, one)] as const),
    ),
  );
}

async function readAnswer(
  accountId: string,
  { studentUid, status, answer, group }: StudentAnswer,
): Promise<WrittenOrFailed> {
  if (status < 300) return { after: 'deleted' in answer ? null : toState(answer as RecruitedStudent), group };
  const error = toConsoleError({ status, headers: new Headers() }, answer);
  return { error: await asConflict(accountId, studentUid, error) };
}

async function write(
  method: Method,
  path: string,
  body: object,
  sent: Record<string, string>,
): Promise<WrittenStudent> {
  const { answer, headers } = await exchange<RecruitedStudent>(method, path, body, sent);
  return { after: toState(answer), group: Number(headers.get(CHANGE_GROUP_HEADER)) || undefined };
}

async function readStudent(accountId: string, studentUid: string): Promise<GrowthState | null> {
  try {
    return toState(await sendRequest('GET', pathOf(studentUid), undefined, ofAccount(accountId)));
  } catch (error) {
    if (conflictingState(error) === null) return null;
    throw error;
  }
}

/** The current state that the answer tells; undefined if the error is another one. */
function conflictingState(error: unknown): GrowthState | null | undefined {
  if (hasCode(error, 'student_not_recruited')) return null;
  if (!hasCode(error, 'precondition_failed')) return undefined;
  return ((error as ConsoleError).answer as { student?: GrowthState | null }).student ?? null;
}

const pathOf = (studentUid: string): string => `/me/students/${encodeURIComponent(studentUid)}`;

const toState = ({ studentUid: _, ...state }: RecruitedStudent): GrowthState => state;
