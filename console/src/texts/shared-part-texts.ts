import type { Bilingual } from '../../../contract/bilingual.ts';
import type { SharedPart } from '../../../contract/shares.ts';

/** What a link or a picture shows, in the words of a list. */
export const SHARED_PART_LABELS: Record<SharedPart, Bilingual> = {
  weapon: { ko: '성급과 고유무기', en: 'Stars and unique weapon' },
  growth: { ko: '레벨, 스킬, 장비', en: 'Level, skills, gear' },
  bond: { ko: '인연 랭크', en: 'Bond rank' },
  goals: { ko: '목표', en: 'Goals' },
};
