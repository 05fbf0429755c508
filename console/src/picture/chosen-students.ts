import type { SharedPart } from '../../../contract/shares.ts';
import { findGoal } from '../goals/goal-store.ts';
import { nameLanguage } from '../preferences.ts';
import { rosterEntries } from '../roster/roster-store.ts';
import { type PictureStudent, sortBestFirst, toPictureStudents } from './picture-student.ts';

/**
 * The students of the roster with these UIDs, in their order; null is all, the best first. Their goals are those that are
 * loaded.
 */
export function chooseStudents(
  uids: readonly string[] | null,
  parts: readonly SharedPart[],
): PictureStudent[] {
  const entries = new Map(rosterEntries().map((entry) => [entry.student.studentUid, entry]));
  const students = toPictureStudents(
    uids === null ? [...entries.values()] : uids.flatMap((uid) => entries.get(uid) ?? []),
    { parts, names: nameLanguage(), wantedOf: (uid) => findGoal(uid)?.wanted },
  );
  return uids === null ? sortBestFirst(students) : students;
}
