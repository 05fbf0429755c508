import { type RecruitedStudent, STATE_NAMES } from '../../contract/state-fields.ts';
import { NOTICES } from './notices.ts';
import { ownValue } from './parse-json.ts';
import type { StatedRow } from './read-row.ts';
import { FORMAT_ERRORS, RosterFormatError } from './roster-format-error.ts';
import type { RosterReader } from './roster-reader.ts';

const VERSION = 1;

/** Reads our own file, the answers of the API, and a bare array of students. */
export const readRollbookJson: RosterReader = (text) => {
  if (text.kind !== 'json') return undefined;
  const { value } = text;
  const version = ownValue(value, 'rollbook');
  const students = Array.isArray(value) ? value : ownValue(value, 'students');
  if (!Array.isArray(students)) return undefined;
  if (version !== undefined && version !== VERSION)
    throw new RosterFormatError(FORMAT_ERRORS.unknownVersion('json'));
  if (version === undefined && students.length > 0 && !students.some(hasOurKeys)) return undefined;
  const isPage = typeof ownValue(value, 'nextCursor') === 'string';
  return { rows: readStudents(students), warnings: isPage ? [NOTICES.morePages()] : [] };
};

/** Tells a list of ours from any other list in JSON. */
const hasOurKeys = (student: unknown): boolean =>
  ['studentUid', 'tier'].some((key) => ownValue(student, key) !== undefined);

export function* readStudents(students: unknown[]): Generator<StatedRow> {
  for (const student of students)
    yield {
      uid: ownValue(student, 'studentUid'),
      name: ownValue(student, 'name'),
      values: Object.fromEntries(STATE_NAMES.map((name) => [name, ownValue(student, name)])),
    };
}

export function writeRollbookJson(states: readonly RecruitedStudent[]): string {
  const students = states.map((state) => ({
    studentUid: state.studentUid,
    ...Object.fromEntries(STATE_NAMES.map((name) => [name, state[name]])),
  }));
  return `${JSON.stringify({ rollbook: VERSION, students }, null, 2)}\n`;
}
