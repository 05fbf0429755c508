import type { RecruitedStudent } from '../../contract/state-fields.ts';
import { foreignNotices } from './foreign-fields.ts';
import { NOTICES } from './notices.ts';
import { isJsonObject, type JsonObject, ownValue } from './parse-json.ts';
import type { StatedRow } from './read-row.ts';
import { FORMAT_ERRORS, RosterFormatError } from './roster-format-error.ts';
import type { RosterReader } from './roster-reader.ts';
import { UNLISTED_FORM } from './unlisted-form.ts';

const TYPE = 'ba-torment-preset';
/** Before presets, which have versions. */
const FORMER_TYPE = 'ba-torment-pool';
const SCHEMA_VERSION = 1;
/** Ten times the stars, and those of the weapon. A student who is added begins with the highest. */
const GRADES: unknown[] = [10, 20, 30, 40, 50, 51, 52, 53, 54];
const DEFAULT_WEAPON_TIER = 4;

/** Reads the pool of its editor, and what the site keeps in the browser. */
export const readBaTorment: RosterReader = (text) => {
  const pool = text.kind === 'json' ? findPool(text.value) : undefined;
  if (pool === undefined) return undefined;
  return { rows: readStudents(pool), warnings: foreignNotices('torment') };
};

function findPool(value: unknown): JsonObject | undefined {
  const type = ownValue(value, 'type');
  if (type === TYPE && ownValue(value, 'schemaVersion') !== SCHEMA_VERSION)
    throw new RosterFormatError(FORMAT_ERRORS.unknownVersion('ba-torment'));
  if (type === TYPE && ownValue(value, 'pool') === undefined && ownValue(value, 'filter') !== undefined)
    throw new RosterFormatError(FORMAT_ERRORS.filterOnly);
  const isExported = type === TYPE || type === FORMER_TYPE;
  const pool = ownValue(isExported ? value : ownValue(value, 'state'), 'pool');
  const students = ownValue(pool, 'students') ?? pool;
  return isJsonObject(students) ? students : undefined;
}

/** Skips other keys, as the site does. */
function* readStudents(students: JsonObject): Generator<StatedRow> {
  for (const uid of Object.keys(students)) {
    const grade = students[uid];
    if (/^\d+$/.test(uid)) yield { uid, ...readGrade(grade) };
  }
}

function readGrade(grade: unknown): Pick<StatedRow, 'values' | 'warnings'> {
  // The text 5 is no tier either.
  if (!GRADES.includes(grade))
    return { values: { tier: typeof grade === 'number' ? `${grade}` : grade, weaponTier: 0 } };
  const weaponTier = Number(grade) % 10;
  return {
    values: { tier: Math.floor(Number(grade) / 10), weaponTier },
    warnings: weaponTier === DEFAULT_WEAPON_TIER ? [NOTICES.weaponTierDefault(weaponTier)] : [],
  };
}

/** The site knows 10099 as 10098, and the forms of any other student as students of their own. */
export function writeBaTorment(
  states: readonly RecruitedStudent[],
  forms: ReadonlyMap<string, readonly string[]>,
): string {
  const students = states.flatMap(({ studentUid, tier, weaponTier }) =>
    [studentUid, ...(forms.get(studentUid) ?? [])]
      .filter((uid) => uid !== UNLISTED_FORM)
      .map((uid) => [uid, tier * 10 + weaponTier] as const),
  );
  const pool = { students: Object.fromEntries(students) };
  return JSON.stringify({ schemaVersion: SCHEMA_VERSION, type: TYPE, pool });
}
