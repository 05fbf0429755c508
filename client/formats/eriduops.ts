import {
  foreignNotices,
  foreignPlaceholders,
  isUntouchedIn,
  parseInteger,
  readForeignState,
} from './foreign-fields.ts';
import { isJsonObject, ownValue } from './parse-json.ts';
import { type StatedRow, toUid } from './read-row.ts';
import type { NamedStudents, RosterReader } from './roster-reader.ts';
import { UNLISTED_FORM } from './unlisted-form.ts';

/** Reads the file that it exports. */
export const readEriduOps: RosterReader = (text, catalogue) => {
  const forms = text.kind === 'json' ? ownValue(ownValue(text.value, 'userData'), 'forms') : undefined;
  if (typeof forms !== 'object' || forms === null) return undefined;
  return {
    rows: readForms(forms, mapStars(catalogue)),
    warnings: foreignNotices('eriduops'),
    placeholders: foreignPlaceholders('eriduops'),
    isUntouched: isUntouchedIn('eriduops'),
  };
};

const mapStars = (catalogue: NamedStudents | undefined): ReadonlyMap<string, number | undefined> =>
  new Map(catalogue?.students.map(({ studentUid, attributes }) => [studentUid, attributes.star]));

/** A form whose key is another UID is that of the UID in it. */
function* readForms(forms: object, stars: ReadonlyMap<string, number | undefined>): Generator<StatedRow> {
  for (const key of Object.keys(forms)) {
    const form = ownValue(forms, key);
    const isOwned = ownValue(form, 'isOwned');
    const uid = toUid(ownValue(form, 'studentId')) || (Array.isArray(forms) ? '' : key);
    if (isOwned === false || uid === UNLISTED_FORM) continue;
    const state = {
      ...(isJsonObject(form) && form),
      ...readGrade(ownValue(ownValue(form, 'gradeLevels'), 'current') ?? stars.get(uid)),
      ...readEquipment(ownValue(form, 'equipmentLevels')),
    };
    yield { uid, isOwned: isOwned === true, ...readForeignState('eriduops', state) };
  }
}

const MAX_STARS = 5;

/** Stars and those of the weapon on one scale: from 6 on there is one. Without it, the student has her first stars. */
function readGrade(stated: unknown): { star: unknown; weapon: number } {
  const grade = parseInteger(stated);
  return typeof grade === 'number' && Number.isInteger(grade) && grade > MAX_STARS
    ? { star: MAX_STARS, weapon: grade - MAX_STARS }
    : { star: grade, weapon: 0 };
}

/** The kinds of the equipment in each slot, whoever wears it. */
const SLOTS = {
  equip1: ['Hat', 'Gloves', 'Shoes'],
  equip2: ['Bag', 'Badge', 'Hairpin'],
  equip3: ['Charm', 'Watch', 'Necklace'],
} as const;

const readEquipment = (levels: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(SLOTS).map(([slot, kinds]) => [
      slot,
      kinds.map((kind) => ownValue(ownValue(levels, kind), 'current')).find((tier) => tier !== undefined),
    ]),
  );
