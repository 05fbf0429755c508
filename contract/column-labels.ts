import type { Bilingual } from './bilingual.ts';
import type { StateName } from './state-fields.ts';

/** The shortest names of the state fields: heads of columns, and beside values where there is little room. */
export const COLUMN_LABELS: Record<StateName, Bilingual> = {
  tier: { ko: '성급', en: '★' },
  weaponTier: { ko: '고유', en: 'UE' },
  level: { ko: '레벨', en: 'Lv' },
  skillEx: { ko: 'EX', en: 'EX' },
  skillNormal: { ko: '기본', en: 'Basic' },
  skillEnhanced: { ko: '강화', en: 'Enh.' },
  skillSub: { ko: '서브', en: 'Sub' },
  equip1: { ko: '장비1', en: 'G1' },
  equip2: { ko: '장비2', en: 'G2' },
  equip3: { ko: '장비3', en: 'G3' },
  equip1Level: { ko: '1 Lv', en: 'G1 Lv' },
  equip2Level: { ko: '2 Lv', en: 'G2 Lv' },
  equip3Level: { ko: '3 Lv', en: 'G3 Lv' },
  equipSpecial: { ko: '애용품', en: 'Fav.' },
  weaponLevel: { ko: '고유 Lv', en: 'UE Lv' },
  abilityHp: { ko: '체력', en: 'HP' },
  abilityAtk: { ko: '공격', en: 'ATK' },
  abilityHeal: { ko: '치유', en: 'Heal' },
  bond: { ko: '인연', en: 'Bond' },
  bondExp: { ko: '경험치', en: 'Exp.' },
};
