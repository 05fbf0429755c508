import { countStudents } from './pluralize.ts';

/** Texts of what is asked about rows of imports whose students the catalogue has by now. */
export const KEPT = {
  found: (count: number) => ({
    ko: `기억해 둔 학생 ${count}명이 이 서버의 학생 정보에 들어왔어요:`,
    en: `${countStudents(count)} whose rows were kept ${count === 1 ? 'is' : 'are'} in the catalogue now:`,
  }),
  unknown: (count: number) => ({
    ko: `기억해 둔 학생 중 누구인지 모르는 이름 ${count}개`,
    en: count === 1 ? '1 kept name is not known' : `${count} kept names are not known`,
  }),
  unknownText: {
    ko: '별명으로 적은 학생이라면 누구인지 골라 주세요. 새로 나온 학생은 이 서버의 학생 정보에 들어오면 물어봐요.',
    en: 'Pick the student where the name is one that you use. You are asked about new students when the catalogue has them.',
  },
  review: (count: number) => ({ ko: `바뀔 내용 보기 (${count}명)`, en: `See what would change (${count})` }),
  forget: { ko: '기억한 내용 지우기', en: 'Forget' },
} as const;
