import type { Bilingual } from '../../../contract/bilingual.ts';
import { bondInterval } from '../../../contract/bond.ts';
import { type RuleViolation, WEAPON_REQUIRED_TIER, weaponLevelCap } from '../../../contract/state-rules.ts';
import type { ViolationTexts } from '../../../contract/violation-texts.ts';
import { listLabels } from './field-texts.ts';
import { pluralize } from './pluralize.ts';

/** The sentences for players; those for programs are in the contract. */
const RULES: ViolationTexts = {
  weapon: () => ({
    ko: `고유무기 성급이 1 이상이면 성급은 ${WEAPON_REQUIRED_TIER}여야 해요.`,
    en: `A unique weapon requires ${WEAPON_REQUIRED_TIER} stars.`,
  }),
  weaponLevel: ({ state: { weaponTier } }) =>
    weaponTier === 0
      ? {
          ko: '고유무기가 없으면 고유무기 레벨은 0이거나 비어 있어야 해요.',
          en: 'Without a unique weapon, the weapon level must be 0 or empty.',
        }
      : {
          ko: `고유무기 성급이 ${weaponTier}일 때 고유무기 레벨은 ${weaponLevelCap(weaponTier)}까지예요.`,
          en: `With ${pluralize(weaponTier, 'weapon star')}, the weapon level goes up to ${weaponLevelCap(weaponTier)}.`,
        },
  ability({ fields }) {
    const { ko, en } = listLabels(fields.filter((name) => name !== 'weaponTier'));
    return {
      ko: `고유무기가 없으면 ${ko} 값은 0이거나 비어 있어야 해요.`,
      en: `${en}: must be 0 or empty without a unique weapon.`,
    };
  },
  bond({ state: { bond } }) {
    const { from, to } = bondInterval(bond as number);
    return {
      ko: `인연 랭크가 ${bond}일 때 누적 인연 경험치는 ${from}부터 ${to}까지예요.`,
      en: `At bond rank ${bond}, the total bond experience is from ${from} to ${to}.`,
    };
  },
};

/** What would be right instead. */
export const explainViolations = (violations: readonly RuleViolation[]): Bilingual =>
  joinSentences(violations.map((violation) => RULES[violation.rule](violation)));

export const joinSentences = (sentences: readonly Bilingual[]): Bilingual => ({
  ko: sentences.map(({ ko }) => ko).join(' '),
  en: sentences.map(({ en }) => en).join(' '),
});
