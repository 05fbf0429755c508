import { foreignNotices, readForeignState } from './foreign-fields.ts';
import { NOTICES, type Notice } from './notices.ts';
import { ownValue } from './parse-json.ts';
import { mapPlanaIds } from './plana-students.ts';
import { type StatedRow, toUid } from './read-row.ts';
import { FORMAT_ERRORS, RosterFormatError } from './roster-format-error.ts';
import type { RosterReader } from './roster-reader.ts';

const FORMAT = 'ba_planner_state';
const VERSION = 1;

/** Reads the text of the program's copy button, unpacked. It lists those who are recruited, with null for what was not scanned. */
export const readPlannerOfPlana: RosterReader = (text, catalogue) => {
  if (text.kind !== 'json' || ownValue(text.value, 'format') !== FORMAT) return undefined;
  if (ownValue(text.value, 'version') !== VERSION)
    throw new RosterFormatError(FORMAT_ERRORS.unknownVersion('planner-of-plana'));
  const students = ownValue(text.value, 'students');
  if (!Array.isArray(students)) return undefined;
  const uids = mapPlanaIds(catalogue?.students ?? []);
  return { rows: readStudents(students, uids), warnings: foreignNotices('plana') };
};

function* readStudents(students: unknown[], uids: ReadonlyMap<string, string>): Generator<StatedRow> {
  for (const student of students) {
    const weapon = readWeapon(student);
    const state = {
      ...Object.fromEntries(PLAIN_KEYS.map((key) => [key, ownValue(student, key)])),
      ...Object.fromEntries(EQUIPMENT_KEYS.map((key) => [key, readEquipment(ownValue(student, key))])),
      student_star: ownValue(student, 'student_star') || undefined,
      weapon_star: weapon.stars,
    };
    const { values, warnings } = readForeignState('plana', state);
    yield {
      uid: uids.get(toUid(ownValue(student, 'student_id'))),
      name: ownValue(student, 'display_name') ?? ownValue(student, 'student_id'),
      values,
      warnings: [...weapon.warnings, ...warnings],
    };
  }
}

const PLAIN_KEYS = [
  ...['level', 'ex_skill', 'skill1', 'skill2', 'skill3', 'weapon_level'],
  ...['equip1_level', 'equip2_level', 'equip3_level', 'stat_hp', 'stat_atk', 'stat_heal'],
];
const EQUIPMENT_KEYS = ['equip1', 'equip2', 'equip3', 'equip4'];
/** In place of a tier, where there is no item. Null as a word: the student can have none. */
const NO_EQUIPMENT: unknown[] = ['empty', 'level_locked', 'love_locked', 'null'];

/** A tier such as `T10` as a number. */
function readEquipment(tier: unknown): unknown {
  if (tier === 'unknown') return undefined;
  if (NO_EQUIPMENT.includes(tier)) return 0;
  return typeof tier === 'string' && /^T\d{1,2}$/.test(tier) ? Number(tier.slice(1)) : tier;
}

/** A failed scan is stored as no weapon too, which lowers nothing unasked. */
function readWeapon(student: unknown): { stars: unknown; warnings: Notice[] } {
  const state = ownValue(student, 'weapon_state');
  if (state === 'no_weapon_system') return { stars: 0, warnings: [] };
  if (state !== 'weapon_equipped' && state !== 'weapon_unlocked_not_equipped')
    return { stars: state ?? undefined, warnings: [] };
  const stars = ownValue(student, 'weapon_star') || undefined;
  return stars === undefined
    ? { stars: 1, warnings: [NOTICES.weaponTierUnknown()] }
    : { stars, warnings: [] };
}
