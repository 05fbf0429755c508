import type { Bilingual } from '../../../contract/bilingual.ts';
import type { StateField, StateName } from '../../../contract/state-fields.ts';

/** Short names of the state fields; those of the API are too long for a list. */
export const FIELD_LABELS: Record<StateName, Bilingual> = {
  tier: { ko: '성급', en: 'Stars' },
  weaponTier: { ko: '고유무기 성급', en: 'Weapon stars' },
  level: { ko: '레벨', en: 'Level' },
  skillEx: { ko: 'EX 스킬', en: 'EX skill' },
  skillNormal: { ko: '기본 스킬', en: 'Basic skill' },
  skillEnhanced: { ko: '강화 스킬', en: 'Enhanced skill' },
  skillSub: { ko: '서브 스킬', en: 'Sub skill' },
  equip1: { ko: '장비 1 티어', en: 'Gear 1 tier' },
  equip2: { ko: '장비 2 티어', en: 'Gear 2 tier' },
  equip3: { ko: '장비 3 티어', en: 'Gear 3 tier' },
  equip1Level: { ko: '장비 1 레벨', en: 'Gear 1 level' },
  equip2Level: { ko: '장비 2 레벨', en: 'Gear 2 level' },
  equip3Level: { ko: '장비 3 레벨', en: 'Gear 3 level' },
  equipSpecial: { ko: '애용품 티어', en: 'Favourite item' },
  weaponLevel: { ko: '고유무기 레벨', en: 'Weapon level' },
  abilityHp: { ko: '최대 체력 개방', en: 'HP unlock' },
  abilityAtk: { ko: '공격력 개방', en: 'Attack unlock' },
  abilityHeal: { ko: '치유력 개방', en: 'Healing unlock' },
  bond: { ko: '인연 랭크', en: 'Bond rank' },
  bondExp: { ko: '누적 인연 경험치', en: 'Total bond experience' },
};

export const listLabels = (names: readonly StateName[]): Bilingual => ({
  ko: names.map((name) => FIELD_LABELS[name].ko).join(', '),
  en: names.map((name) => FIELD_LABELS[name].en).join(', '),
});

/** What a field accepts. */
export function describeRange({
  min,
  max,
  nullable,
}: Pick<StateField, 'min' | 'max' | 'nullable'>): Bilingual {
  const ko = min === max ? `${max}을 입력하세요.` : `${min}부터 ${max}까지의 정수를 입력하세요.`;
  const en = min === max ? `Enter ${max}` : `Enter a whole number from ${min} to ${max}`;
  return nullable ? { ko: `비워 두거나 ${ko}`, en: `${en}, or leave it empty.` } : { ko, en: `${en}.` };
}
