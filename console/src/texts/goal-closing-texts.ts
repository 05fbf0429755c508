import { pluralize } from './pluralize.ts';

/** Texts of the goals that an import or a proposal reaches. */
export const GOAL_CLOSING = {
  title: (count: number) => ({
    ko: `목표 ${count}개가 이루어져요`,
    en: count === 1 ? 'A goal is reached' : `${count} goals are reached`,
  }),
  close: { ko: '이룬 목표 닫기', en: 'Close the goals that are reached' },
  closeHint: {
    ko: '계획에서 빼요. 변경 기록에서 되돌리면 목표도 돌아와요.',
    en: 'They leave the plan. Taken back in the history, they return.',
  },
  spend: { ko: '재고에서 비용 빼기', en: 'Take what they cost out of my stock' },
  spendHint: {
    ko: '이미 등록한 학생의 값이 오르는 만큼 빼요. 재고를 따로 고치거나 가져온다면 켜지 마세요.',
    en: 'As much as the students rise whom you have registered before. Leave it off if you correct or import the stock as well.',
  },
  stockIsBrought: {
    ko: '함께 가져오는 재고가 이미 쓰고 남은 개수라서, 비용을 따로 빼지 않아요.',
    en: 'The stock in the same text is what is left by now, so nothing is taken out of it.',
  },
  closed: (count: number) => ({
    ko: `이룬 목표 ${count}개를 닫았어요.`,
    en: `Closed ${pluralize(count, 'goal')} that ${count === 1 ? 'is' : 'are'} reached.`,
  }),
  nothingSpent: { ko: '재고에서 뺄 것이 없었어요.', en: 'There was nothing to take out of the stock.' },
} as const;
