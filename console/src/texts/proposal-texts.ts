import { particleAfter } from './korean-particles.ts';
import { countStudents } from './pluralize.ts';

/** Texts of what tools propose. */
export const PROPOSAL = {
  title: { ko: '제안', en: 'Proposals' },
  intro: {
    ko: '도구가 제안한 변경이에요. 확인하고 적용하기 전에는 아무것도 바뀌지 않아요.',
    en: 'What tools would change. Nothing changes before you have looked at it and agreed.',
  },
  one: (tool: string, students: number) => ({
    ko: `‘${tool}’${particleAfter(tool, '가')} 학생 ${students}명의 변경을 제안했어요.`,
    en: `“${tool}” proposes changes of ${countStudents(students)}.`,
  }),
  several: (count: number) => ({
    ko: `도구의 제안 ${count}개를 확인해 주세요.`,
    en: `${count} proposals of tools wait for you.`,
  }),
  look: { ko: '확인하기', en: 'Look at it' },
  lookAll: { ko: '모두 보기', en: 'See them' },
  decline: { ko: '거절', en: 'Decline' },
  of: (tool: string, action: { ko: string; en: string }) => ({
    ko: `${tool}: ${action.ko}`,
    en: `${action.en}: ${tool}`,
  }),
  declined: (tool: string) => ({
    ko: `‘${tool}’의 제안을 거절했어요.`,
    en: `Declined what “${tool}” proposed.`,
  }),
  noneTitle: { ko: '열린 제안이 없어요', en: 'No open proposals' },
  noneText: {
    ko: '도구를 연결할 때 ‘먼저 보여 주고 물어보기’를 고르면, 그 도구의 제안이 여기에 보여요.',
    en: 'Where you let a tool “show you first”, what it proposes is here.',
  },
  ended: {
    ko: '이 제안은 이미 끝났거나, 도구가 새 제안으로 바꾸었어요.',
    en: 'This proposal has ended, or its tool has replaced it by a newer one.',
  },
  proposedAt: { ko: '제안한 때', en: 'Proposed' },
  until: { ko: '기한', en: 'Until' },
  reviewTitle: (tool: string) => ({ ko: `‘${tool}’의 제안`, en: `What “${tool}” proposes` }),
  reviewText: (students: number) => ({
    ko: `학생 ${students}명 중 지금과 다른 것만 보여요. 체크한 것만 적용하고, 나머지는 거절해요.`,
    en: `Of ${countStudents(students)}, what differs from now. What is ticked is applied, and the rest declined.`,
  }),
  nothingTitle: { ko: '지금과 다른 것이 없어요', en: 'Nothing differs from now' },
  finish: { ko: '제안 닫기', en: 'Close the proposal' },
  back: { ko: '제안 목록', en: 'Proposals' },
  reportTitle: { ko: '제안을 적용했어요', en: 'The proposal is applied' },
} as const;
