/** Texts of goals and counts that were changed elsewhere too, or that were refused. */
export const DECISIONS = {
  mineIs: (value: string) => ({ ko: `내 값: ${value}`, en: `Mine: ${value}` }),
  useMine: { ko: '내 값 쓰기', en: 'Keep mine' },
  useTheirs: { ko: '다른 곳의 값 쓰기', en: 'Keep theirs' },
  removedElsewhere: { ko: '다른 곳에서 이 목표를 지웠어요.', en: 'This goal was removed elsewhere.' },
  saveAgain: { ko: '다시 저장', en: 'Save it again' },
  leaveRemoved: { ko: '지운 채로 두기', en: 'Leave it removed' },
  changedBeforeRemoval: {
    ko: '지우기 전에 다른 곳에서 이 목표가 바뀌었어요.',
    en: 'This goal was changed elsewhere before you removed it.',
  },
  removeAnyway: { ko: '그래도 지우기', en: 'Remove anyway' },
  keepGoal: { ko: '그대로 두기', en: 'Keep the goal' },
  isPaused: { ko: '멈춤 여부', en: 'Paused or not' },
  counted: { ko: '세는 중', en: 'Counted' },
} as const;
