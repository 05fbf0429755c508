import { type RecruitedStudent, STATE_NAMES } from '../../contract/state-fields.ts';
import { ownValue } from './parse-json.ts';
import type { StatedRow } from './read-row.ts';
import { FORMAT_ERRORS, RosterFormatError } from './roster-format-error.ts';
import type { RosterReader } from './roster-reader.ts';

const VERSION = 1;

export const readRollbookJson: RosterReader = (text) => {
  if (text.kind !== 'json') return undefined;
  const version = ownValue(text.value, 'rollbook');
  const students = ownValue(text.value, 'students');
  if (!Array.isArray(students)) return undefined;
  if (version === undefined)
    return isAccountExport(text.value)
      ? { rows: readStudents(students.filter(isRecruited)), warnings: [] }
      : undefined;
  if (version !== VERSION) throw new RosterFormatError(FORMAT_ERRORS.unknownVersion);
  return { rows: readStudents(students), warnings: [] };
};

/** The file with everything that the console saves has the same students, and no version. */
const isAccountExport = (value: unknown): boolean => typeof ownValue(value, 'exportedAt') === 'string';

/** An account export also lists students of whom only a bond is recorded. */
const isRecruited = (student: unknown): boolean => ownValue(student, 'tier') !== null;

function* readStudents(students: unknown[]): Generator<StatedRow> {
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
