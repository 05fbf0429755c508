import type { Bilingual } from './bilingual.ts';
import { bondInterval } from './bond.ts';
import { type GrowthState, STATE_NAMES, type StudentPatch } from './state-fields.ts';
import {
  type BilingualFieldError,
  findViolations,
  type RuleViolation,
  type StateRule,
  WEAPON_REQUIRED_TIER,
  weaponLevelCap,
} from './state-rules.ts';

export type ViolationTexts = Readonly<Record<StateRule, (violation: RuleViolation) => Bilingual>>;

/** As the API says it to programs. The console has sentences of its own for players. */
export const describeViolation = (violation: RuleViolation): Bilingual =>
  VIOLATION_TEXTS[violation.rule](violation);

const VIOLATION_TEXTS: ViolationTexts = {
  weapon: ({ state: { tier, weaponTier } }) => ({
    ko: `weaponTier가 1 이상이면 tier는 ${WEAPON_REQUIRED_TIER}여야 합니다. (요청을 적용한 값: tier ${tier}, weaponTier ${weaponTier})`,
    en: `With weaponTier 1 or more, tier must be ${WEAPON_REQUIRED_TIER}.`,
  }),
  weaponLevel({ state: { weaponTier, weaponLevel } }) {
    const cap = weaponLevelCap(weaponTier);
    return cap === 0
      ? {
          ko: `weaponTier가 0이면 weaponLevel은 0 또는 null이어야 합니다. (요청을 적용한 값: weaponLevel ${weaponLevel})`,
          en: 'Without a unique weapon, weaponLevel must be 0 or null.',
        }
      : {
          ko: `weaponTier가 ${weaponTier}일 때 weaponLevel은 ${cap}까지입니다. (요청을 적용한 값: weaponLevel ${weaponLevel})`,
          en: `With weaponTier ${weaponTier}, weaponLevel goes up to ${cap}.`,
        };
  },
  ability: ({ fields }) => {
    const names = fields.filter((name) => name !== 'weaponTier').join(', ');
    return {
      ko: `고유무기가 없으면(weaponTier 0) ${names} 값은 0 또는 null이어야 합니다.`,
      en: `Without a unique weapon, ${names} must be 0 or null.`,
    };
  },
  bond: ({ state: { bond } }) => {
    const { from, to } = bondInterval(bond as number);
    return {
      ko: `bond가 ${bond}일 때 bondExp는 ${from}부터 ${to}까지입니다.`,
      en: `With bond ${bond}, bondExp goes from ${from} to ${to}.`,
    };
  },
};

/** Reports broken rules on the fields that were sent, each once and in table order. */
export const checkStateRules = (next: GrowthState, sent: StudentPatch): BilingualFieldError[] =>
  describeViolations([...findViolations(next)], sent);

/** The violations by the fields that were sent. */
export const describeViolations = (
  violations: readonly RuleViolation[],
  sent: StudentPatch,
): BilingualFieldError[] =>
  STATE_NAMES.flatMap((field) => {
    const texts = violations.filter(({ fields }) => fields.includes(field)).map(describeViolation);
    if (sent[field] === undefined || texts.length === 0) return [];
    return [{ field, ko: texts.map(({ ko }) => ko).join(' '), en: texts.map(({ en }) => en).join(' ') }];
  });
