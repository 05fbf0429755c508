import { NOTICES } from './notices.ts';
import { isJsonObject, type JsonObject, ownValue } from './parse-json.ts';
import { toUid } from './read-row.ts';
import { readStudents } from './rollbook-json.ts';
import type { RosterReader } from './roster-reader.ts';
import type { RosterText } from './roster-text.ts';

export interface AccountData extends JsonObject {
  exportedAt: string;
  students: unknown[];
}

/** Reads the recruited students of the file with everything that the console saves of an account. */
export const readRollbookAccount: RosterReader = (text) => {
  const data = findAccountData(text);
  if (data === undefined) return undefined;
  const bonds = data.students.filter((student) => !isRecruited(student));
  return {
    rows: readStudents(data.students.filter(isRecruited)),
    warnings: [
      NOTICES.rosterOnly(),
      ...(bonds.length > 0 ? [NOTICES.bondsLeftOut(bonds.map(readUid).filter(Boolean))] : []),
    ],
  };
};

export function findAccountData(text: RosterText): AccountData | undefined {
  if (text.kind !== 'json' || !isJsonObject(text.value)) return undefined;
  const { value } = text;
  const isAccount =
    typeof ownValue(value, 'exportedAt') === 'string' &&
    Array.isArray(ownValue(value, 'students')) &&
    ownValue(value, 'rollbook') === undefined;
  return isAccount ? (value as AccountData) : undefined;
}

/** The file also lists students of whom only a bond is recorded. */
const isRecruited = (student: unknown): boolean => ownValue(student, 'tier') !== null;
const readUid = (student: unknown): string => toUid(ownValue(student, 'studentUid'));
