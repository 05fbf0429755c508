import type { Area } from '../../../contract/areas.ts';
import type { Bilingual } from '../../../contract/bilingual.ts';

/** In a few words; AREAS has the whole. */
export const AREA_WORDS: Record<Area, Bilingual> = {
  'roster:read': { ko: '학생 보기', en: 'See students' },
  'roster:write': { ko: '학생 바꾸기', en: 'Change students' },
  'plan:read': { ko: '계획 보기', en: 'See the plan' },
  'plan:write': { ko: '계획 바꾸기', en: 'Change the plan' },
  'history:read': { ko: '기록 보기', en: 'See the history' },
};
