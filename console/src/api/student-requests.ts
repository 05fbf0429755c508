import type { GrowthState, RecruitedStudent, StudentPatch } from '../../../contract/state-fields.ts';
import { stateTag } from '../../../contract/state-tag.ts';
import { ConsoleError } from './console-error.ts';
import type { Operation } from './operation.ts';
import { createRosterClient } from './roster-client.ts';
import { ofAccount, sendRequest } from './send-request.ts';

export const rollbook = createRosterClient();

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
  readonly operation?: Operation | undefined;
}

/**
 * Registers, patches or removes a student of this account, if the student is still in the state `before`. Returns the
 * new state, and throws a StudentConflict with the state that was found instead.
 */
export async function writeStudent(
  accountId: string,
  { studentUid, before, changes, operation }: StudentWrite,
): Promise<GrowthState | null> {
  const headers = { ...ofAccount(accountId), ...(before && { 'if-match': stateTag(before) }), ...operation };
  try {
    if (before === null)
      return toState(await sendRequest('POST', '/me/students', { studentUid, ...changes }, headers));
    if (changes !== null) return toState(await sendRequest('PATCH', pathOf(studentUid), changes, headers));
    await sendRequest<object>('DELETE', pathOf(studentUid), undefined, headers);
    return null;
  } catch (error) {
    if (error instanceof ConsoleError && error.code === 'student_already_recruited')
      throw new StudentConflict(await readStudent(accountId, studentUid));
    const current = conflictingState(error);
    throw current === undefined ? error : new StudentConflict(current);
  }
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
  if (!(error instanceof ConsoleError)) return undefined;
  if (error.code === 'student_not_recruited') return null;
  return error.code === 'precondition_failed' ? (error.student ?? null) : undefined;
}

const toState = ({ studentUid: _, ...state }: RecruitedStudent): GrowthState => state;
const pathOf = (studentUid: string): string => `/me/students/${encodeURIComponent(studentUid)}`;
