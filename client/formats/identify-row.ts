import { MAX_NAME_LENGTH } from '../../contract/request-limits.ts';
import { foldName } from '../../game/text-folding.ts';
import { findByName } from '../find-by-name.ts';
import { NOTICES } from './notices.ts';
import { type StatedRow, toUid } from './read-row.ts';
import type { NamedStudents } from './roster-reader.ts';

/**
 * Gives a row without a UID that of the student whom the player calls so, or of the one with its name. An unknown name gets
 * similar ones only if `suggests`.
 */
export function identifyRow(
  row: StatedRow,
  catalogue: NamedStudents | undefined,
  aliases: ReadonlyMap<string, string>,
  suggests: boolean,
): StatedRow {
  const { uid, name, error } = row;
  if (catalogue === undefined || toUid(uid) !== '' || typeof name !== 'string' || name === '') return row;
  const known = aliases.size === 0 || name.length > MAX_NAME_LENGTH ? undefined : aliases.get(foldName(name));
  if (known !== undefined && findByName(known, catalogue.students, false).matches.length === 1)
    return { ...row, uid: known };
  const { matches, nearest } = findByName(name, catalogue.students, suggests);
  const [student] = matches;
  if (student === undefined)
    return { ...row, error: error ?? NOTICES.nameUnknown(name, nearest, catalogue.date) };
  if (matches.length > 1) return { ...row, error: error ?? NOTICES.nameAmbiguous(name, matches) };
  return { ...row, uid: student.studentUid };
}
