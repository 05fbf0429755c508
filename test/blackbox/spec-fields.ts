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
/** The experience at which each bond rank begins, from rank 1 on; copied from the game's table like the fields. */
const BOND_RANK_STARTS = [
  0, 15, 45, 75, 110, 145, 180, 220, 260, 300, 360, 450, 555, 675, 815, 975, 1155, 1360, 1590, 1845, 2130,
  2445, 2790, 3165, 3575, 4020, 4500, 5020, 5580, 6180, 6825, 7515, 8250, 9030, 9860, 10740, 11670, 12655,
  13695, 14790, 15945, 17160, 18435, 19770, 21170, 22635, 24165, 25765, 27435, 29175, 30990, 32880, 34845,
  36885, 39005, 41205, 43485, 45850, 48300, 50835, 53460, 56175, 58980, 61875, 64865, 67950, 71130, 74410,
  77790, 81270, 84855, 88545, 92340, 96240, 100250, 104370, 108600, 112945, 117405, 121980, 126675, 131490,
  136425, 141480, 146660, 151965, 157395, 162955, 168645, 174465, 180420, 186510, 192735, 199095, 205595,
  212235, 219015, 225940, 233010, 240225,
] as const;

/** The experience with which a bond rank begins and ends. */
export function bondRank(rank: number): { first: number; last: number } {
  const first = BOND_RANK_STARTS[rank - 1];
  if (first === undefined) throw new RangeError(`no bond rank ${rank}`);
  return { first, last: (BOND_RANK_STARTS[rank] ?? first + 1) - 1 };
}

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
