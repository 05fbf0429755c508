/**
 * The state fields with their ranges, in the order of the API. Copied by hand and the only such copy in the tests: a
 * wrong bound in the service's own table makes tests fail.
 */
const TABLE = [
  ['tier', 1, 5, false],
  ['weaponTier', 0, 4, false],
  ['level', 1, 90, true],
  ['skillEx', 1, 5, true],
  ['skillNormal', 1, 10, true],
  ['skillEnhanced', 1, 10, true],
  ['skillSub', 1, 10, true],
  ['equip1', 1, 10, true],
  ['equip2', 1, 10, true],
  ['equip3', 1, 10, true],
  ['equip1Level', 1, 70, true],
  ['equip2Level', 1, 70, true],
  ['equip3Level', 1, 70, true],
  ['equipSpecial', 1, 2, true],
  ['weaponLevel', 0, 60, true],
  ['abilityHp', 0, 25, true],
  ['abilityAtk', 0, 25, true],
  ['abilityHeal', 0, 25, true],
  ['bond', 1, 100, true],
  ['bondExp', 0, 240225, true],
] as const;

type FieldName = (typeof TABLE)[number][0];

export const FIELDS: readonly (readonly [name: FieldName, min: number, max: number, nullable: boolean])[] =
  TABLE;
export const FIELD_NAMES: readonly string[] = FIELDS.map(([name]) => name);
export const RANGES: Readonly<Record<string, readonly [min: number, max: number]>> = Object.fromEntries(
  FIELDS.map(([name, min, max]) => [name, [min, max]]),
);
/** The highest value of each field. */
export const MAX = Object.fromEntries(FIELDS.map(([name, , max]) => [name, max])) as Record<
  FieldName,
  number
>;
/** The highest weaponLevel by weaponTier. */
export const MAX_WEAPON_LEVELS = [0, 30, 40, 50, MAX.weaponLevel] as const;

/** The highest weaponLevel of each weaponTier, and one above it. */
export const WEAPON_LEVEL_BOUNDARIES = MAX_WEAPON_LEVELS.flatMap((max) => [max, max + 1]).filter(
  (level) => level <= MAX.weaponLevel,
);

/** The state of a student for whom only the required fields were sent. */
export function bareState(studentUid: string, tier: number, weaponTier: number): Record<string, unknown> {
  const nulls = Object.fromEntries(FIELD_NAMES.map((name) => [name, null]));
  return { studentUid, ...nulls, tier, weaponTier };
}
