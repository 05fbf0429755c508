import type { GrowthState, StateName, StudentPatch } from '../../../contract/state-fields.ts';
import { EQUIPMENT } from '../../../game/equipment-slots.ts';
import type { BULK } from '../texts/bulk-texts.ts';
import { parseValues } from './parse-values.ts';

/** The values that are entered in one text for many students. */
export type BoxName = keyof typeof BULK.boxes;

export const BOXES: Readonly<Record<BoxName, { fields: readonly StateName[]; example: string }>> = {
  level: { fields: ['level'], example: '90' },
  skills: {
    fields: ['skillEx', 'skillNormal', 'skillEnhanced', 'skillSub'],
    example: '5/10/10/10',
  },
  gear: { fields: EQUIPMENT.map(({ tier }) => tier), example: '9/9/9' },
  gearLevels: { fields: EQUIPMENT.map(({ level }) => level), example: '65/65/65' },
  tier: { fields: ['tier'], example: '5' },
  weaponTier: { fields: ['weaponTier'], example: '3' },
  weaponLevel: { fields: ['weaponLevel'], example: '50' },
  abilities: { fields: ['abilityHp', 'abilityAtk', 'abilityHeal'], example: '25/25/25' },
  favouriteItem: { fields: ['equipSpecial'], example: '2' },
  bond: { fields: ['bond'], example: '20' },
};
export const BOX_NAMES = Object.keys(BOXES) as BoxName[];

/** The text of each box that is open. */
export type BoxTexts = Readonly<{ [Name in BoxName]?: string }>;

/** The boxes of these values, and what stands in each. */
export const toBoxTexts = (
  values: { readonly [Name in StateName]?: GrowthState[Name] | undefined },
): BoxTexts =>
  Object.fromEntries(
    BOX_NAMES.flatMap((name) => {
      const { fields } = BOXES[name];
      if (fields.every((field) => values[field] == null)) return [];
      return [[name, fields.map((field) => values[field] ?? '-').join('/')]];
    }),
  );

/** What is entered in all boxes together, and in which of them it cannot be read. */
export function readBoxes(texts: BoxTexts): { wanted: StudentPatch; invalid: readonly BoxName[] } {
  const read = BOX_NAMES.map((name) => ({
    name,
    values: parseValues(texts[name] ?? '', BOXES[name].fields),
  }));
  return {
    wanted: Object.assign({}, ...read.map(({ values }) => values)),
    invalid: read.filter(({ values }) => values === undefined).map(({ name }) => name),
  };
}
