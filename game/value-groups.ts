import type { Bilingual } from '../contract/bilingual.ts';
import type { GrowthState, StateName } from '../contract/state-fields.ts';
import { EQUIPMENT } from './equipment-slots.ts';

/** Those that are shown; null is not known. */
type Values = Partial<GrowthState>;

export interface ValueGroup {
  name: 'level' | 'bond' | 'skills' | 'gear' | 'weapon' | 'favourite' | 'ability';
  fields: readonly StateName[];
  /** Beside the value. */
  label: Bilingual;
  /** Above a column. */
  title: Bilingual;
  /** What the numbers of a column are, where they are several. */
  order?: Bilingual;
  format?: (values: readonly string[]) => string;
}

const inTiers = (values: readonly string[]): string => `T${values.join('·')}`;

/** The values beside the stars that are shown together, in the order of a card. */
export const VALUE_GROUPS: readonly ValueGroup[] = [
  {
    name: 'level',
    fields: ['level'],
    label: { ko: 'Lv', en: 'Lv' },
    title: { ko: '레벨', en: 'Level' },
  },
  {
    name: 'bond',
    fields: ['bond'],
    label: { ko: '인연', en: 'Bond' },
    title: { ko: '인연', en: 'Bond' },
  },
  {
    name: 'skills',
    fields: ['skillEx', 'skillNormal', 'skillEnhanced', 'skillSub'],
    label: { ko: '스킬', en: 'Skills' },
    title: { ko: '스킬', en: 'Skills' },
    order: { ko: 'EX/기본/강화/서브', en: 'EX/Basic/Enh./Sub' },
  },
  {
    name: 'gear',
    fields: EQUIPMENT.map(({ tier }) => tier),
    label: { ko: '장비', en: 'Gear' },
    title: { ko: '장비', en: 'Gear' },
    format: inTiers,
  },
  {
    name: 'weapon',
    fields: ['weaponLevel'],
    label: { ko: '고유 Lv', en: 'UE Lv' },
    title: { ko: '고유무기 Lv', en: 'Weapon Lv' },
  },
  {
    name: 'favourite',
    fields: ['equipSpecial'],
    label: { ko: '애용품', en: 'Fav.' },
    title: { ko: '애용품', en: 'Favourite' },
    format: inTiers,
  },
  {
    name: 'ability',
    fields: ['abilityHp', 'abilityAtk', 'abilityHeal'],
    label: { ko: '능력', en: 'Ability' },
    title: { ko: '능력 개방', en: 'Ability' },
    order: { ko: '체력/공격/치유', en: 'HP/ATK/Heal' },
  },
];

/** Empty if nothing is known, and for what a student without a unique weapon does not have. */
export function formatGroup({ name, fields, format = joined }: ValueGroup, values: Values): string {
  if (fields.every((field) => values[field] == null)) return '';
  if ((name === 'weapon' || name === 'ability') && values.weaponTier === 0) return '';
  return format(fields.map((field) => String(values[field] ?? '–')));
}

const joined = (values: readonly string[]): string => values.join('/');
