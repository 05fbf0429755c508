import type { Bilingual } from './bilingual.ts';
import type { BorrowSlot, SharedPart } from './shares.ts';

/** What a link shows, in the words of a list. */
export const SHARED_PART_LABELS: Record<SharedPart, Bilingual> = {
  weapon: { ko: '성급과 고유무기', en: 'Stars and unique weapon' },
  growth: { ko: '레벨, 스킬, 장비', en: 'Level, skills, gear' },
  bond: { ko: '인연 랭크', en: 'Bond rank' },
  goals: { ko: '목표', en: 'Goals' },
};

/** As the game names them. */
export const BORROW_SLOT_LABELS: Record<BorrowSlot, Bilingual> = {
  raid: { ko: '총력전·대결전', en: 'Total & Grand Assault' },
  jointFiring: { ko: '종합전술시험', en: 'Joint Firing Drill' },
  conquest: { ko: '점령전', en: 'Conquest' },
  tower: { ko: '제약해제결전', en: 'Final Restriction Release' },
};
