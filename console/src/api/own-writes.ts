import type { GrowthState, RecruitedStudent } from '../../../contract/state-fields.ts';
import { stateTag } from '../../../contract/state-tag.ts';

/** By UID the state that the page has written beside the roster store, as an import does; null if removed. */
const written = new Map<string, GrowthState | null>();

/** Notes the answer to a successful write of a student. */
export function noteOwnWrite(method: string, studentUid: string | undefined, body: RecruitedStudent): void {
  const uid = method === 'DELETE' ? studentUid : body.studentUid;
  if (uid !== undefined) written.set(uid, method === 'DELETE' ? null : body);
}

/** Whether the page itself has brought the student to this state. True only once for each write. */
export function takeOwnWrite(studentUid: string, state: GrowthState | null): boolean {
  const own = written.get(studentUid);
  if (own === undefined || !isSameState(own, state)) return false;
  written.delete(studentUid);
  return true;
}

export const forgetOwnWrites = (): void => written.clear();

export const isSameState = (a: GrowthState | null, b: GrowthState | null): boolean =>
  a === null || b === null ? a === b : stateTag(a) === stateTag(b);
