import {
  REQUIRED_NAMES,
  STATE_FIELDS,
  STATE_NAMES,
  type StateName,
  type StudentRegistration,
} from '../../contract/state-fields.ts';
import { correctState } from './correct-state.ts';
import { NOTICES, type Notice } from './notices.ts';
import { ownValue } from './parse-json.ts';
import type { RosterRow, StatedState } from './parsed-roster.ts';

/** The values of a student in a format: a number, null if it says that there is none, any other as it stands. */
export type StatedValues = Partial<Record<StateName, unknown>>;

export interface StatedRow {
  uid: unknown;
  name?: unknown;
  values: StatedValues;
  /** True if the player has said that the student is recruited, so that even defaults are a state. */
  isOwned?: boolean;
  /** True if the stars may be missing, and are assumed then. */
  isPartial?: boolean;
  /** The fields whose values the text does not state. */
  assumed?: StateName[];
  /** Stars that the text states in a way that cannot be read. Nobody is registered without them. */
  unread?: readonly StateName[];
  /** Why the row counts as untouched, whatever its values. */
  untouchedNotice?: Notice;
  warnings?: Notice[];
  error?: Notice;
}

/** The number of the row is named where the row has neither UID nor name. */
export function readRow(
  {
    uid,
    name,
    values,
    isOwned = false,
    isPartial = false,
    untouchedNotice,
    unread = [],
    warnings = [],
    error,
  }: StatedRow,
  number: number,
  isUntouched: (state: StudentRegistration) => boolean = () => false,
): RosterRow {
  const studentUid = toUid(uid);
  const stated = readStudentName({ name });
  const row = { studentUid, ...(stated !== undefined && { name: stated }) };
  const { state, problem, notices, isComplete } = readState(values, unread);
  const isNamed = studentUid !== '' || row.name !== undefined;
  const isKeepable = isNamed && (isPartial || problem === undefined || problem.code === 'value_missing');
  const failure = error ?? (studentUid === '' ? NOTICES.uidMissing(row.name, number) : problem);
  if (failure !== undefined)
    return { ...row, warnings, error: failure, ...(isKeepable && { unidentified: state }) };

  const registration = { studentUid, ...state };
  const found = [...warnings, ...notices];
  if (untouchedNotice !== undefined)
    return { ...row, untouched: registration, warnings: [...found, untouchedNotice] };
  return isComplete && !isOwned && isUntouched(registration)
    ? { ...row, untouched: registration, warnings: [...found, NOTICES.untouchedDefaults()] }
    : { ...row, wanted: registration, warnings: found };
}

interface ReadState {
  state: StatedState;
  /** Why no student can be registered in this state. */
  problem: Notice | undefined;
  notices: Notice[];
  /** True if no value was left out. */
  isComplete: boolean;
}

function readState(values: StatedValues, unread: readonly StateName[]): ReadState {
  const problem = REQUIRED_NAMES.filter((name) => values[name] !== undefined || !unread.includes(name))
    .map((name) => checkRequired(name, values[name]))
    .find(Boolean);
  const invalid = STATE_NAMES.filter((name) => !isReadable(name, values[name]));
  const stated = Object.fromEntries(
    STATE_NAMES.filter((name) => values[name] !== undefined && !invalid.includes(name)).map((name) => [
      name,
      values[name],
    ]),
  );
  const { corrected, warnings } = correctState(stated as StatedState);
  const leftOut = invalid.map((name) => NOTICES.valueLeftOut(name, values[name]));
  return { state: corrected, problem, notices: [...leftOut, ...warnings], isComplete: invalid.length === 0 };
}

function checkRequired(name: StateName, value: unknown): Notice | undefined {
  if (value === undefined || value === null) return NOTICES.valueMissing(name);
  return isReadable(name, value) ? undefined : NOTICES.valueInvalid(name, value);
}

/** The name of a student, as a text has it beside the UID. */
export function readStudentName(student: unknown): string | undefined {
  const name = ownValue(student, 'name');
  return typeof name === 'string' && name !== '' ? name : undefined;
}

export const toUid = (uid: unknown): string =>
  typeof uid === 'string' ? uid : Number.isSafeInteger(uid) ? String(uid) : '';

/** True if a value is none, or one that the field can have. */
export function isReadable(name: StateName, value: unknown): boolean {
  const { min, max } = STATE_FIELDS[name];
  if (value === undefined || value === null) return true;
  return (
    Number.isInteger(value) &&
    Number(value) >= min &&
    // A weapon level is capped by weaponTier instead.
    (Number(value) <= max || name === 'weaponLevel')
  );
}
