import type { Language } from '../contract/bilingual.ts';
import { COLUMN_LABELS } from '../contract/column-labels.ts';
import type { WantedValues } from '../contract/goals.ts';
import type { StateName } from '../contract/state-fields.ts';
import { EQUIPMENT } from './equipment-slots.ts';
import { nameWeaponStars } from './name-stars.ts';
import { formatGroup, VALUE_GROUPS, type ValueGroup } from './value-groups.ts';

const LEVEL_OF_TIER = new Map<StateName, StateName>(EQUIPMENT.map(({ tier, level }) => [tier, level]));

/** The wanted values in a few signs. A group is one where all of it is wanted, else each value has its name. */
export const describeWanted = (wanted: WantedValues, language: Language): string[] =>
  [
    wanted.tier && `★${wanted.tier}`,
    wanted.weaponTier && nameWeaponStars(wanted.weaponTier)[language],
    ...VALUE_GROUPS.flatMap((group) => describeGroup(group, wanted, language)),
    wanted.bondExp && `${COLUMN_LABELS.bondExp[language]} ${wanted.bondExp}`,
  ].filter((text) => typeof text === 'string');

function describeGroup(group: ValueGroup, wanted: WantedValues, language: Language): string[] {
  const levelOf = (field: StateName) => wanted[LEVEL_OF_TIER.get(field) ?? field];
  const isTier = (field: StateName) => LEVEL_OF_TIER.has(field);
  const isWhole = group.fields.every(
    (field) => wanted[field] !== undefined && !(isTier(field) && levelOf(field)),
  );
  const whole = isWhole && formatGroup(group, wanted);
  if (whole) return [`${group.title[language]} ${whole}`];
  return group.fields.flatMap((field) => {
    const value = wanted[field];
    const level = isTier(field) && levelOf(field);
    if (!value && !level) return [];
    const signs = [value && (isTier(field) ? `T${value}` : value), level && `Lv${level}`];
    return [[COLUMN_LABELS[field][language], ...signs].filter(Boolean).join(' ')];
  });
}
