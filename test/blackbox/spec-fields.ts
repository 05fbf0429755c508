/** SPEC 2.2, copied by hand so that a slip in the service's own table is seen: name, lowest, highest, nullable. */
export const FIELDS: readonly (readonly [name: string, min: number, max: number, nullable: boolean])[] = [
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
];

export const FIELD_NAMES: readonly string[] = FIELDS.map(([name]) => name);

/** A state of which nothing but the required fields was ever sent. */
export function bareState(studentUid: string, tier: number, weaponTier: number): Record<string, unknown> {
  const nulls = Object.fromEntries(FIELD_NAMES.map((name) => [name, null]));
  return { studentUid, ...nulls, tier, weaponTier };
}
