import { countStudents } from './pluralize.ts';

/** Texts of what is asked about rows of imports whose students the catalogue has by now. */
export const KEPT = {
  found: (count: number) => ({
    ko: `기억해 둔 학생 ${count}명이 이 서버의 학생 정보에 들어왔어요:`,
    en: `${countStudents(count)} whose rows were kept ${count === 1 ? 'is' : 'are'} in the catalogue now:`,
  }),
  review: (count: number) => ({ ko: `바뀔 내용 보기 (${count}명)`, en: `See what would change (${count})` }),
  forget: { ko: '기억한 내용 지우기', en: 'Forget' },
} as const;
