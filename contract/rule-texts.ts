import type { Bilingual } from './bilingual.ts';
import type { StateName } from './state-fields.ts';
import { ABILITY_FIELDS, type StateRule, WEAPON_LEVEL_CAPS, WEAPON_REQUIRED_TIER } from './state-rules.ts';

const WEAPON_TIERS = [...WEAPON_LEVEL_CAPS.keys()].join(', ');
const quoteAll = (names: readonly StateName[]): string => names.map((name) => `\`${name}\``).join(', ');

/** The cross-field rules in words, each with the fields that it binds. */
export const STATE_RULES = {
  weapon: {
    fields: ['tier', 'weaponTier'],
    ko: `\`weaponTier\`가 1 이상이면 \`tier\`는 ${WEAPON_REQUIRED_TIER}여야 합니다.`,
    en: `\`weaponTier\` 1 or higher requires \`tier\` ${WEAPON_REQUIRED_TIER}.`,
  },
  weaponLevel: {
    fields: ['weaponTier', 'weaponLevel'],
    ko: `\`weaponLevel\`의 최댓값은 \`weaponTier\`가 ${WEAPON_TIERS}일 때 차례로 ${WEAPON_LEVEL_CAPS.join(', ')}입니다.`,
    en: `The maximum \`weaponLevel\` is ${WEAPON_LEVEL_CAPS.join(', ')} for \`weaponTier\` ${WEAPON_TIERS}.`,
  },
  ability: {
    fields: ['weaponTier', ...ABILITY_FIELDS],
    ko: `${quoteAll(ABILITY_FIELDS)} 값은 \`weaponTier\`가 1 이상일 때만 1 이상일 수 있습니다.`,
    en: `${quoteAll(ABILITY_FIELDS)} may be 1 or higher only if \`weaponTier\` is 1 or higher.`,
  },
  bond: {
    fields: ['bond', 'bondExp'],
    ko: '`bondExp`가 `bond` 랭크의 경험치 구간을 벗어나거나 `bond`가 없으면 요청은 성공하고 `bondExp`는 `null`로 저장됩니다.',
    en: 'If `bondExp` is outside the interval of the `bond` rank, or there is no `bond`, the request succeeds and `bondExp` is stored as `null`.',
  },
} as const satisfies Record<StateRule, Bilingual & { fields: readonly StateName[] }>;
