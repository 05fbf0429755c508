import {
  STATE_FIELDS,
  STATE_NAMES,
  type StateName,
  type StudentRegistration,
} from '../../contract/state-fields.ts';
import { correctState } from './correct-state.ts';
import { NOTICES, type Notice } from './notices.ts';
import type { RosterRow } from './roster.ts';

/** What a format says of one student: a number, null if it says that there is none, any other value as it stands. */
export type StatedValues = Partial<Record<StateName, unknown>>;

export interface StatedRow {
  uid: unknown;
  name?: unknown;
  values: StatedValues;
  warnings?: Notice[];
  error?: Notice;
}

export function readRow({ uid, name, values, warnings = [], error }: StatedRow): RosterRow {
  const studentUid = toUid(uid);
  const row = { studentUid, ...(typeof name === 'string' && name !== '' && { name }) };
  const problem = error ?? (studentUid === '' ? NOTICES.uidMissing() : findProblem(values));
  if (problem !== undefined) return { ...row, warnings, error: problem };

  const stated = Object.fromEntries(
    STATE_NAMES.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  );
  const { corrected, warnings: corrections } = correctState({ studentUid, ...stated } as StudentRegistration);
  return { ...row, wanted: corrected, warnings: [...warnings, ...corrections] };
}

const toUid = (uid: unknown): string =>
  typeof uid === 'string' ? uid : Number.isSafeInteger(uid) ? String(uid) : '';

function findProblem(values: StatedValues): Notice | undefined {
  for (const field of STATE_NAMES) {
    const value = values[field];
    const { min, max, nullable } = STATE_FIELDS[field];
    if (value === undefined || value === null) {
      if (!nullable) return NOTICES.valueMissing(field);
    } else if (
      typeof value !== 'number' ||
      !Number.isInteger(value) ||
      value < min ||
      // A weapon level is capped by weaponTier instead.
      (value > max && field !== 'weaponLevel')
    )
      return NOTICES.valueInvalid(field, value);
  }
}
