import { pluralize } from './pluralize.ts';

const inKorean = (goals: number, items: number): string =>
  [...(goals > 0 ? [`목표 ${goals}개`] : []), ...(items > 0 ? [`아이템 ${items}종`] : [])].join('와 ');
const inEnglish = (goals: number, items: number): string =>
  [...(goals > 0 ? [pluralize(goals, 'goal')] : []), ...(items > 0 ? [pluralize(items, 'item')] : [])].join(
    ' and ',
  );

/** Texts of the goals and the stock in a text of another tool or server. */
export const GOAL_IMPORT = {
  title: { ko: '목표와 재고', en: 'Goals and stock' },
  takeGoals: { ko: '목표 가져오기', en: 'Import goals' },
  takeStock: { ko: '재고 가져오기', en: 'Import stock' },
  showGoals: (count: number) => ({ ko: `목표 ${count}개 보기`, en: `See ${pluralize(count, 'goal')}` }),
  showCounts: (count: number) => ({ ko: `아이템 ${count}종 보기`, en: `See ${pluralize(count, 'item')}` }),
  newCounts: (count: number) => ({ ko: `새 아이템 ${count}종`, en: `${count} new` }),
  changedCounts: (count: number) => ({ ko: `개수가 바뀌는 아이템 ${count}종`, en: `${count} changed` }),
  sameCounts: { ko: '모두 그대로', en: 'nothing changes' },
  newGoal: { ko: '새 목표', en: 'New goal' },
  changedGoal: { ko: '변경', en: 'Changed' },
  resumed: { ko: '다시 셈', en: 'Resumed' },
  moved: { ko: '순서 바뀜', en: 'Other place' },
  note: (text: string) => ({ ko: `메모: ${text}`, en: `Note: ${text}` }),
  noNote: { ko: '메모 없음', en: 'No note' },
  replaced: {
    ko: '여기에 이미 있는 목표는 고른 것만 파일의 목표로 바꿔요.',
    en: 'Goals that you have here already are replaced by those of the file only if you tick them.',
  },
  lostLabel: (name: string) => ({ ko: `라벨 ${name} 빠짐`, en: `Without label ${name}` }),
  label: (name: string) => ({ ko: `라벨 ${name}`, en: `Label ${name}` }),
  notices: (count: number) => ({
    ko: `목표와 재고에서 참고할 점 ${count}가지`,
    en: `${pluralize(count, 'note')} on goals and stock`,
  }),
  apply: (goals: number, items: number) => ({
    ko: `${inKorean(goals, items)} 저장`,
    en: `Save ${inEnglish(goals, items)}`,
  }),
  alsoSaved: (goals: number, items: number) => ({
    ko: `${inKorean(goals, items)}도 함께 저장해요.`,
    en: `${inEnglish(goals, items)} will be saved too.`,
  }),
  selectNone: { ko: '저장할 것을 고르세요.', en: 'Select what to save.' },
  nothingElse: {
    ko: '학생은 모두 이미 같은 상태예요. 목표와 재고만 저장해요.',
    en: 'All students are already in this state. Only goals and stock are saved.',
  },
  saved: (goals: number, items: number) => ({
    ko: `${inKorean(goals, items)}${items > 0 ? '을' : '를'} 저장했어요.`,
    en: `Saved ${inEnglish(goals, items)}.`,
  }),
  notWritten: { ko: '목표와 재고는 아직 저장하지 않았어요.', en: 'Goals and stock are not saved yet.' },
  changedElsewhere: {
    ko: '다른 곳에서 먼저 바뀐 것은 저장하지 않았어요. 계획에서 어떤 값을 쓸지 정해 주세요.',
    en: 'What was changed elsewhere first is not saved. Decide in the plan which values to keep.',
  },
  write: { ko: '목표와 재고 저장', en: 'Save goals and stock' },
  openPlan: { ko: '계획 보기', en: 'See my plan' },

  include: { ko: '목표와 재고 포함', en: 'Include goals and stock' },
  includeHint: {
    ko: '목표는 그곳의 목표가, 재고는 그곳의 아이템 개수가 돼요.',
    en: 'Goals become its targets, and the stock its item counts.',
  },
} as const;
