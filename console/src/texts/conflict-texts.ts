/** Texts about what was changed here and elsewhere, of which a player chooses. */
export const CONFLICTS = {
  changedElsewhere: (from: string, to: string) => ({
    ko: `다른 곳에서 바뀜: ${from} → ${to}`,
    en: `Changed elsewhere: ${from} → ${to}`,
  }),
  useTheirs: (value: string) => ({ ko: `${value} 쓰기`, en: `Use ${value}` }),
  keepMine: (value: string) => ({ ko: `내 값 ${value}`, en: `Keep ${value}` }),
  undecided: (count: number) => ({
    ko: `다른 곳에서도 바뀐 값이 ${count}개 있어요. 어느 값을 쓸지 정하면 저장할 수 있어요.`,
    en: `${count === 1 ? '1 value was' : `${count} values were`} changed elsewhere too. Decide which to keep, then save.`,
  }),
  showField: (label: string) => ({ ko: `${label} 보기`, en: `Show: ${label}` }),
  removedElsewhere: {
    ko: '다른 곳에서 이 학생을 모집 해제했어요. 다시 등록할까요?',
    en: 'This student was removed elsewhere. Register again?',
  },
  registerAgain: { ko: '다시 등록', en: 'Register again' },
  keepRemoved: { ko: '그대로 두기', en: 'Leave it removed' },
  changedBeforeRemoval: {
    ko: '모집을 해제하기 전에 다른 곳에서 값이 바뀌었어요. 그래도 해제할까요?',
    en: 'This student was changed elsewhere before you removed it. Remove anyway?',
  },
  removeAnyway: { ko: '그래도 모집 해제', en: 'Remove anyway' },
  keepStudent: { ko: '그대로 두기', en: 'Keep the student' },
} as const;
