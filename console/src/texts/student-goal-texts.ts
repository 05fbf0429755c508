import { countStudents, pluralize } from './pluralize.ts';

/** Texts of the goal in a student's panel, and of goals for the selected students. */
export const STUDENT_GOALS = {
  title: { ko: '목표', en: 'Goal' },
  none: { ko: '목표 세우기', en: 'Set a goal' },
  other: { ko: '직접 정하기', en: 'Choose values' },
  edit: { ko: '목표 고치기', en: 'Edit the goal' },
  saved: { ko: '목표를 저장했어요.', en: 'Saved the goal.' },
  missing: { ko: '남은 것', en: 'It still takes' },
  reached: { ko: '목표를 다 이뤘어요.', en: 'The goal is reached.' },
  free: { ko: '드는 재료가 없어요.', en: 'It takes no materials.' },

  bulkTitle: (count: number) => ({ ko: `${count}명의 목표 세우기`, en: `Goals for ${countStudents(count)}` }),
  existing: { ko: '이미 있는 목표', en: 'Goals that are there already' },
  existingChoices: {
    raise: { ko: '높이기만', en: 'Raise them' },
    replace: { ko: '바꾸기', en: 'Replace them' },
  },
  existingHints: {
    raise: { ko: '값마다 더 높은 쪽을 원해요.', en: 'Of each value, the higher one is wanted.' },
    replace: {
      ko: '프리셋의 값만 원해요. 라벨과 메모는 남아요.',
      en: 'Only the values of the preset are wanted. Labels and note stay.',
    },
  },
  preview: { ko: '저장할 목표', en: 'Goals to save' },
  added: (count: number) => ({ ko: `새 목표 ${count}개`, en: pluralize(count, 'new goal') }),
  changed: (count: number) => ({ ko: `바뀌는 목표 ${count}개`, en: `${count} changed` }),
  unchanged: (count: number) => ({ ko: `그대로인 목표 ${count}개`, en: `${count} unchanged` }),
  reachedAlready: (count: number) => ({
    ko: `이미 다 이룬 학생 ${count}명`,
    en: `${countStudents(count)} reached it already`,
  }),
} as const;
