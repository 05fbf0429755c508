import { hasReached } from '../../../client/changes.ts';
import type { GrowthState, RecruitedStudent, StudentPatch } from '../../../contract/state-fields.ts';
import { stateTag } from '../../../contract/state-tag.ts';
import { ConsoleError } from './console-error.ts';
import { createRosterClient } from './roster-client.ts';
import { sendRequest } from './send-request.ts';

export const rollbook = createRosterClient();

/** The state that another tool has written; null if it removed the student. */
export class StudentConflict extends Error {
  override readonly name = 'StudentConflict';
  readonly current: GrowthState | null;

  constructor(current: GrowthState | null) {
    super('The student was changed by another tool.');
    this.current = current;
  }
}

/** Registers a student with every field that `state` names. */
export async function registerStudent(studentUid: string, state: StudentPatch): Promise<GrowthState> {
  try {
    return toState(await sendRequest('POST', '/me/students', { studentUid, ...state }));
  } catch (error) {
    if (error instanceof ConsoleError && error.code === 'student_already_recruited')
      return settleConflict(await readStudent(studentUid), state);
    throw error;
  }
}

/** Sends the changes if the student is still in the state `before`. */
export async function patchStudent(
  studentUid: string,
  before: GrowthState,
  changes: StudentPatch,
): Promise<GrowthState> {
  try {
    return toState(await sendRequest('PATCH', pathOf(studentUid), changes, ifMatch(before)));
  } catch (error) {
    const current = conflictingState(error);
    if (current === undefined) throw error;
    return settleConflict(current, changes);
  }
}

/** Removes the student if it is still in the state `before`. */
export async function removeStudent(studentUid: string, before: GrowthState): Promise<void> {
  try {
    await sendRequest<object>('DELETE', pathOf(studentUid), undefined, ifMatch(before));
  } catch (error) {
    const current = conflictingState(error);
    if (current === null) return;
    throw current === undefined ? error : new StudentConflict(current);
  }
}

async function readStudent(studentUid: string): Promise<GrowthState | null> {
  try {
    return toState(await sendRequest('GET', pathOf(studentUid)));
  } catch (error) {
    if (conflictingState(error) === null) return null;
    throw error;
  }
}

/** A state that has what was wanted is the effect of an earlier attempt whose answer was lost. */
function settleConflict(current: GrowthState | null, wanted: StudentPatch): GrowthState {
  if (current !== null && hasReached(current, wanted)) return current;
  throw new StudentConflict(current);
}

/** The current state that the answer tells; undefined if the error is another one. */
function conflictingState(error: unknown): GrowthState | null | undefined {
  if (!(error instanceof ConsoleError)) return undefined;
  if (error.code === 'student_not_recruited') return null;
  return error.code === 'precondition_failed' ? (error.student ?? null) : undefined;
}

const toState = ({ studentUid: _, ...state }: RecruitedStudent): GrowthState => state;
const ifMatch = (before: GrowthState) => ({ 'if-match': stateTag(before) });
const pathOf = (studentUid: string): string => `/me/students/${encodeURIComponent(studentUid)}`;
