import type { Bilingual } from '../contract/bilingual.ts';
import { COLUMN_LABELS } from '../contract/column-labels.ts';
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
  /** Zeros alone say nothing: there is no unique weapon, or no ability is unlocked. */
  hidesZeros?: true;
  format?: (values: readonly string[]) => string;
}

const SKILLS: readonly StateName[] = ['skillEx', 'skillNormal', 'skillEnhanced', 'skillSub'];
const ABILITIES: readonly StateName[] = ['abilityHp', 'abilityAtk', 'abilityHeal'];

const joined = (values: readonly string[]): string => values.join('/');
const joinLabels = (fields: readonly StateName[]): Bilingual => ({
  ko: joined(fields.map((field) => COLUMN_LABELS[field].ko)),
  en: joined(fields.map((field) => COLUMN_LABELS[field].en)),
});

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
    label: COLUMN_LABELS.bond,
    title: COLUMN_LABELS.bond,
  },
  {
    name: 'skills',
    fields: SKILLS,
    label: { ko: '스킬', en: 'Skills' },
    title: { ko: '스킬', en: 'Skills' },
    order: joinLabels(SKILLS),
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
    label: COLUMN_LABELS.weaponLevel,
    title: { ko: '고유무기 Lv', en: 'Weapon Lv' },
    hidesZeros: true,
  },
  {
    name: 'favourite',
    fields: ['equipSpecial'],
    label: COLUMN_LABELS.equipSpecial,
    title: { ko: '애용품', en: 'Favourite' },
    format: inTiers,
  },
  {
    name: 'ability',
    fields: ABILITIES,
    label: { ko: '능력', en: 'Ability' },
    title: { ko: '능력 개방', en: 'Ability' },
    order: joinLabels(ABILITIES),
    hidesZeros: true,
  },
];

/** Empty if nothing is known, or what is known says nothing. */
export function formatGroup({ fields, hidesZeros, format = joined }: ValueGroup, values: Values): string {
  if (fields.every((field) => values[field] == null || (hidesZeros && values[field] === 0))) return '';
  return format(fields.map((field) => String(values[field] ?? '–')));
}
