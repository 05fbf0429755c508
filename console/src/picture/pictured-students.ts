import { orderSharedStudents } from '../../../contract/order-shared-students.ts';
import type { SharedPart } from '../../../contract/shares.ts';
import type { StudentAttributes } from '../../../game/attributes.ts';
import { findGoal, loadGoals } from '../goals/goal-store.ts';
import { nameLanguage } from '../preferences.ts';
import { labelOf } from '../roster/attribute-labels.ts';
import { isRosterLoaded, loadRoster, rosterEntries } from '../roster/roster-store.ts';
import { type PictureStudent, toPictureStudents } from './picture-student.ts';

/** What a picture shows: for a link, as the service has it now. */
export async function loadPictured(accountId: string, ofLink?: readonly SharedPart[]): Promise<true> {
  const goals = loadGoals(accountId);
  await Promise.all([
    isRosterLoaded.peek() && ofLink === undefined ? undefined : loadRoster(accountId),
    // Where they are only offered, the picture has everything else without them.
    ofLink?.includes('goals') ? goals : goals.catch(() => {}),
  ]);
  return true;
}

/** Those who are recruited, with the values of these parts; all by default. */
export function picturedStudents(
  studentUids: readonly string[] | undefined,
  parts: readonly SharedPart[],
): PictureStudent[] {
  const entries = new Map(rosterEntries().map((entry) => [entry.student.studentUid, entry]));
  return toPictureStudents(
    studentUids === undefined ? [...entries.values()] : studentUids.flatMap((uid) => entries.get(uid) ?? []),
    { parts, names: nameLanguage(), describe, wantedOf: (uid) => findGoal(uid)?.wanted },
  );
}

const describe = (attributes: StudentAttributes): Pick<PictureStudent, 'kind' | 'marks'> => ({
  kind: (['role', 'school'] as const).flatMap((table) => labelOf(table, attributes[table]) ?? []).join(' · '),
  marks: (['attack', 'armor'] as const).flatMap((table) => {
    const code = attributes[table];
    const label = labelOf(table, code);
    return code === undefined || label === undefined
      ? []
      : { code, letter: label.slice(0, 1), isArmor: table === 'armor' };
  }),
});

/** As on the page of a link. */
export const bestFirst = (students: readonly PictureStudent[]): PictureStudent[] =>
  orderSharedStudents(students, nameLanguage());
