import { countStudents } from './pluralize.ts';
/** Texts of goals that the player has reached in the game. */
export const DONE = {
  button: { ko: '달성했어요', en: 'Done' },
  buttonOf: (name: string) => ({ ko: `${name}: 달성했어요`, en: `${name}: done` }),
  fieldButton: (label: string, wanted: string) => ({
    ko: `${label} ${wanted} 달성했어요`,
    en: `${label} ${wanted}: done`,
  }),
  title: (name: string) => ({ ko: `${name} 달성`, en: `${name}: done` }),
  titleMany: (count: number) => ({ ko: `목표 ${count}개 달성`, en: `${count} goals: done` }),
  intro: {
    ko: '게임에서 키운 만큼 출석부의 값을 올리고, 쓴 재료를 재고에서 빼요.',
    en: 'Raises the values in your roster to what you have reached in the game, and takes the materials out of your stock.',
  },
  values: { ko: '올라가는 값', en: 'Values to raise' },
  notRecruited: {
    ko: '모집하지 않은 학생이에요. 먼저 등록하세요.',
    en: 'Not recruited. Register this student first.',
  },
  reached: { ko: '올릴 값이 없어요. 목표만 정리해요.', en: 'Nothing to raise. The goal is removed.' },
  items: { ko: '재고', en: 'Stock' },
  item: { ko: '아이템', en: 'Item' },
  spent: { ko: '쓸 것', en: 'Spent' },
  left: { ko: '남는 것', en: 'Left' },
  missing: { ko: '재고에 없던 것:', en: 'Not in your stock:' },
  missingHint: {
    ko: '가진 만큼만 빼서 0이 되고, 목표는 그대로 달성돼요.',
    en: 'Your count goes down to 0, and the goal is still saved as reached.',
  },
  free: { ko: '재고에서 뺄 것이 없어요.', en: 'Nothing is taken out of your stock.' },
  noStock: {
    ko: '기록한 재고가 없어서 아무것도 빼지 않아요.',
    en: 'You keep no stock, so nothing is taken out of it.',
  },
  spend: { ko: '재고에서 빼기', en: 'Take the materials out of my stock' },
  spendByHand: {
    ko: '값을 직접 올릴 때도 재료를 재고에서 빼기',
    en: 'Also take materials out of my stock when I raise values',
  },
  notSavedYet: {
    ko: '이 학생의 변경이 아직 저장되지 않았어요. 저장된 뒤에 다시 누르세요.',
    en: 'Changes of this student are not saved yet. Try again once they are.',
  },
  progress: (done: number, total: number) => ({
    ko: `${total}명 중 ${done}명 저장`,
    en: `${done} of ${total} saved`,
  }),
  partly: (done: number, left: number) => ({
    ko: `${done}명은 저장했고, ${left}명이 남았어요.`,
    en: `${done} saved, ${left} left.`,
  }),
  doneOne: (name: string) => ({ ko: `${name}의 목표를 달성했어요.`, en: `${name}: saved as done.` }),
  doneMany: (count: number) => ({
    ko: `${count}명의 목표를 달성했어요.`,
    en: `${count} goals saved as done.`,
  }),
  undone: { ko: '값과 목표, 재료를 되돌렸어요.', en: 'Values, goals and materials are as they were.' },
  undoFailed: {
    ko: '모두 되돌리지는 못했어요. 변경 기록에서 확인하세요.',
    en: 'Not all of it could be taken back. See the history.',
  },
  choose: (name: string) => ({ ko: `${name} 고르기`, en: `Choose ${name}` }),
  chosen: (count: number) => ({ ko: `${count}명:`, en: `${countStudents(count)}:` }),
  chosenCost: { ko: '함께 드는 것', en: 'Together they take' },
  lacking: { ko: '모자란 것', en: 'Missing' },
  chooseSome: { ko: '여러 목표 고르기', en: 'Choose several goals' },
  chooseAll: { ko: '보이는 목표 모두 고르기', en: 'Choose all goals shown' },
  clearChoice: { ko: '고르기 취소', en: 'Clear' },
} as const;
