import { findByName } from '../find-by-name.ts';
import { NOTICES } from './notices.ts';
import { type StatedRow, toUid } from './read-row.ts';
import type { NamedStudents } from './roster-reader.ts';

/** Gives a row without a UID that of the student with its name. An unknown name gets similar ones only if `suggests`. */
export function identifyRow(
  row: StatedRow,
  catalogue: NamedStudents | undefined,
  suggests: boolean,
): StatedRow {
  const { uid, name, error } = row;
  if (catalogue === undefined || toUid(uid) !== '' || typeof name !== 'string' || name === '') return row;
  const { matches, nearest } = findByName(name, catalogue.students, suggests);
  const [student] = matches;
  if (student === undefined)
    return { ...row, error: error ?? NOTICES.nameUnknown(name, nearest, catalogue.date) };
  if (matches.length > 1) return { ...row, error: error ?? NOTICES.nameAmbiguous(name, matches) };
  return { ...row, uid: student.studentUid };
}
