import type { Area } from '../../../contract/areas.ts';
import type { Bilingual } from '../../../contract/bilingual.ts';

/** In a few words. */
export const AREA_WORDS: Record<Area, Bilingual> = {
  'roster:read': { ko: '학생 보기', en: 'See your students' },
  'roster:propose': { ko: '먼저 물어보기', en: 'Ask you first' },
  'roster:write': { ko: '학생 바꾸기', en: 'Change your students' },
  'plan:read': { ko: '계획 보기', en: 'See your plan' },
  'plan:write': { ko: '계획 바꾸기', en: 'Change your plan' },
  'history:read': { ko: '기록 보기', en: 'See your history' },
};

/** In a sentence for players. AREAS says it to those who write apps. */
export const AREA_TEXTS: Record<Area, Bilingual> = {
  'roster:read': {
    ko: '모집한 학생과 레벨, 스킬, 장비를 봐요.',
    en: 'See which students you have and how far each has grown.',
  },
  'roster:propose': {
    ko: '바꿀 것을 제안해요. 확인하고 적용하기 전에는 아무것도 바뀌지 않아요.',
    en: 'Propose changes. Nothing changes before you have looked at them and agreed.',
  },
  'roster:write': {
    ko: '출석부에 학생을 추가하고, 값을 바꾸고, 지워요.',
    en: 'Add students to your roster here, change their values and remove them.',
  },
  'plan:read': {
    ko: '목표와 가진 아이템, 부족한 재료를 봐요. 학생의 지금 값도 보여요.',
    en: 'See your goals, your items and what you still need. This shows how far your students have grown.',
  },
  'plan:write': { ko: '목표와 가진 아이템 수를 바꿔요.', en: 'Change your goals and item counts.' },
  'history:read': {
    ko: '언제 무엇이 바뀌었는지와 예전 상태를 봐요. 학생의 지금 값도 보여요.',
    en: 'See what changed when, and how things were before. This shows how far your students have grown.',
  },
};
