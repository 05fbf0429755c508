import type { StateName } from '../../../contract/state-fields.ts';
import type { PANEL } from '../texts/panel-texts.ts';

/** The groups of fields that have a heading, and the stars, which forms place by themselves. */
export type FieldGroup = keyof typeof PANEL.groups;

/** Where forms have each field, in the order of its group. */
const GROUP_OF: Record<StateName, FieldGroup | 'stars'> = {
  tier: 'stars',
  weaponTier: 'stars',
  level: 'growth',
  weaponLevel: 'growth',
  skillEx: 'skills',
  skillNormal: 'skills',
  skillEnhanced: 'skills',
  skillSub: 'skills',
  equip1: 'gear',
  equip1Level: 'gear',
  equip2: 'gear',
  equip2Level: 'gear',
  equip3: 'gear',
  equip3Level: 'gear',
  equipSpecial: 'gear',
  abilityHp: 'ability',
  abilityAtk: 'ability',
  abilityHeal: 'ability',
  bond: 'bond',
  bondExp: 'bond',
};

export const fieldsOf = (group: FieldGroup | 'stars'): StateName[] =>
  (Object.keys(GROUP_OF) as StateName[]).filter((field) => GROUP_OF[field] === group);
