import { countStudents, pluralize } from './pluralize.ts';

/** Texts of the page of the history: the list, the review of what is taken back, and the report. */
export const HISTORY = {
  intro: { ko: '누가 무엇을 바꿨는지 보고, 되돌려요.', en: 'See who changed what, and take it back.' },
  changes: { ko: '변경', en: 'Changes' },
  today: { ko: '오늘', en: 'Today' },
  yesterday: { ko: '어제', en: 'Yesterday' },
  kept: (days: number, changes: number) => ({
    ko: `변경은 ${days}일 동안, 최근 ${changes.toLocaleString('ko')}건까지 보관해요. 더 오래전의 목록도 하루에 한 번 남긴 사본으로 복원할 수 있어요.`,
    en: `Changes are kept for ${days} days, the latest ${changes.toLocaleString('en')} at most. An older roster can be restored from the copy of each day.`,
  }),

  off: { ko: '이 서버는 기록을 남기지 않아요', en: 'This server keeps no history' },
  offText: {
    ko: '서버 운영자가 기록을 꺼 두었어요. 바뀐 내용이 남지 않아서 여기에서 되돌릴 수 없어요.',
    en: 'The operator has turned history off. Changes are not recorded, so they cannot be taken back here.',
  },
  offNow: {
    ko: '서버 운영자가 기록을 꺼 두어서 새 변경은 여기에 남지 않아요.',
    en: 'The operator has turned history off, so new changes are not recorded.',
  },
  empty: { ko: '아직 바뀐 것이 없어요', en: 'Nothing has changed yet' },
  emptyText: {
    ko: '지금부터 누가 어떤 값을 바꿨는지 여기에 남아요. 도구가 값을 잘못 써도 언제든지 되돌릴 수 있어요.',
    en: 'From now on this page shows who changed which value. Whatever a tool gets wrong, you can take it back.',
  },
  nothingFound: { ko: '조건에 맞는 변경이 없어요', en: 'No change matches' },
  nothingFoundText: { ko: '다른 조건으로 찾아보세요.', en: 'Try other filters.' },

  author: { ko: '바꾼 곳', en: 'Changed by' },
  anyAuthor: { ko: '모든 곳', en: 'Anyone' },
  browsers: { ko: '브라우저', en: 'Browsers' },
  kind: { ko: '변경의 종류', en: 'Kind of change' },
  anyKind: { ko: '모든 변경', en: 'All changes' },
  kinds: {
    registered: { ko: '등록', en: 'Registered' },
    changed: { ko: '값 변경', en: 'Values changed' },
    removed: { ko: '삭제', en: 'Removed' },
    bond: { ko: '미모집 학생의 인연', en: 'Bond of others' },
  },
  onlyStudent: (name: string) => ({ ko: `${name}만 보는 중, 해제`, en: `Only ${name}, remove this filter` }),
  oneGroup: { ko: '변경 하나만 보고 있어요.', en: 'You are looking at one change.' },
  showAll: { ko: '모든 변경 보기', en: 'Show all changes' },

  endedBrowser: { ko: '로그아웃한 브라우저', en: 'A signed-out browser' },
  operator: { ko: '운영자', en: 'The operator' },
  namelessKey: { ko: '이름 없는 키', en: 'A nameless key' },
  otherKey: { ko: '다른 키', en: 'Another key' },
  otherBrowser: { ko: '다른 브라우저', en: 'Another browser' },
  revoked: { ko: '폐기된 키', en: 'revoked key' },
  disconnected: { ko: '연결을 끊은 앱', en: 'disconnected app' },

  operations: {
    import: { ko: '가져오기로', en: 'by an import' },
    proposal: { ko: '제안을 적용하여', en: 'by agreeing to a proposal' },
    bulk: { ko: '한꺼번에', en: 'at once' },
    done: { ko: '목표를 달성하여', en: 'by reaching a goal' },
    spend: { ko: '재고를 써서', en: 'out of the stock' },
    undo: { ko: '되돌리기로', en: 'by taking changes back' },
    redo: { ko: '다시 실행으로', en: 'by redoing changes' },
    restore: { ko: '복원으로', en: 'by a restore' },
  },
  proposedBy: (tool: string) => ({ ko: `‘${tool}’의 제안을 적용하여`, en: `as “${tool}” proposed` }),
  operationNames: {
    import: { ko: '가져오기', en: 'import' },
    proposal: { ko: '제안 적용', en: 'proposal' },
    bulk: { ko: '한꺼번에', en: 'many at once' },
    done: { ko: '목표 달성', en: 'goal reached' },
    spend: { ko: '재고 사용', en: 'out of the stock' },
    undo: { ko: '되돌리기', en: 'taken back' },
    redo: { ko: '다시 실행', en: 'redone' },
    restore: { ko: '복원', en: 'restore' },
  },
  nothingOfStudent: { ko: '아직 이 학생의 기록이 없어요.', en: 'Nothing is recorded of this student yet.' },
  putBack: { ko: '값을 바꿨다가 제자리로 돌려놓았어요', en: 'changed values and put them back' },
  registered: (count: number, name: string | undefined) => ({
    ko: name === undefined ? `학생 ${count}명을 등록` : `${name} 학생을 등록`,
    en: `registered ${name ?? countStudents(count)}`,
  }),
  removed: (count: number, name: string | undefined) => ({
    ko: name === undefined ? `학생 ${count}명을 삭제` : `${name} 학생을 삭제`,
    en: `removed ${name ?? countStudents(count)}`,
  }),
  valuesOf: (count: number, people: number, name: string | undefined) => ({
    ko: `${name === undefined ? `${people}명` : name}의 값 ${count}개를`,
    en: `${pluralize(count, 'value')} of ${name ?? countStudents(people)}`,
  }),
  done: { ko: ['하고', '했어요'] },
  effects: {
    raised: { ko: ['올리고', '올렸어요'], en: 'raised' },
    recorded: { ko: ['기록하고', '기록했어요'], en: 'recorded' },
    lowered: { ko: ['낮추고', '낮췄어요'], en: 'lowered' },
    cleared: { ko: ['지우고', '지웠어요'], en: 'cleared' },
    lost: { ko: ['낮추거나 지우고', '낮추거나 지웠어요'], en: 'lowered or cleared' },
    gained: { ko: ['올리고', '올렸어요'], en: 'raised' },
    changed: { ko: ['바꾸고', '바꿨어요'], en: 'changed' },
  },
  loweredCount: (count: number) => ({ ko: `낮아짐 ${count}`, en: `${count} lowered` }),
  clearedCount: (count: number) => ({ ko: `지워짐 ${count}`, en: `${count} cleared` }),
  removedCount: (count: number) => ({ ko: `삭제 ${count}명`, en: `${count} removed` }),
  otherValues: (count: number) => ({ ko: `외 ${count}개`, en: `and ${count} more` }),
  pills: {
    registered: { ko: '등록', en: 'Registered' },
    changed: { ko: '변경', en: 'Changed' },
    removed: { ko: '삭제', en: 'Removed' },
    replaced: { ko: '다시 등록', en: 'Registered again' },
    bond: { ko: '인연', en: 'Bond' },
    none: { ko: '그대로', en: 'As before' },
  },
  nothingLeft: { ko: '바뀌었다가 제자리로 돌아왔어요.', en: 'Changed, and changed back.' },

  partialGroup: (changes: number) => ({
    ko: `이 묶음의 앞부분은 더 이상 남아 있지 않아요. 변경 ${changes}개를 되돌릴 수 있어요.`,
    en: `The beginning of this group is not kept any more; ${pluralize(changes, 'change')} can be taken back.`,
  }),
  partialWarning: {
    ko: '앞부분의 변경이 더 이상 남아 있지 않아서, 되돌린 값이 바뀌기 전의 값이 아닐 수 있어요. 바뀌기 전으로 돌아가려면 예전 목록을 복원하세요.',
    en: 'The first of these changes are no longer kept, so the values taken back may not be those from before. To go back to before them, restore an earlier roster.',
  },

  spent: { ko: '재고에서 쓴 것:', en: 'Taken out of the stock:' },
  returnsSpent: {
    ko: '되돌린 학생에게 쓴 재료와 달성한 목표도 함께 돌아와요. 이미 돌려받은 것은 다시 돌아오지 않아요.',
    en: 'What was spent on these students and the goals that they reached come back too, unless they have already.',
  },

  takeBack: { ko: '되돌리기', en: 'Take back' },
  takeBackGroup: (sentence: string) => ({ ko: `되돌리기: ${sentence}`, en: `Take back: ${sentence}` }),
  takeBackStudent: { ko: '이 학생만 되돌리기', en: 'Take back this student' },
  takeBackStudentNamed: (name: string) => ({
    ko: `이 학생만 되돌리기: ${name}`,
    en: `Take back this student: ${name}`,
  }),
  restoreBefore: { ko: '이 변경 전의 목록으로 복원', en: 'Restore the roster before this' },
  authorTitle: (name: string) => ({ ko: `${name}의 변경만 보고 있어요`, en: `Changes by ${name}` }),
  since: { ko: '이 날부터', en: 'Since' },
  takeBackAll: {
    key: { ko: '이 키의 변경 모두 되돌리기', en: 'Take back all by this key' },
    console: { ko: '이 브라우저의 변경 모두 되돌리기', en: 'Take back all by this browser' },
    operator: { ko: '운영자의 변경 모두 되돌리기', en: 'Take back all by the operator' },
  },
  manageKey: { ko: '연결 관리', en: 'Manage connections' },

  restore: { ko: '예전 목록 복원', en: 'Restore an earlier roster' },
  restoreText: {
    ko: '학생 목록 전체를 고른 시각의 상태로 되돌려요. 바뀔 내용을 먼저 보여 주고, 복원도 나중에 되돌릴 수 있어요.',
    en: 'Makes the whole roster as it was at this time. You see what would change first, and can take the restore back later.',
  },
  restoreAt: { ko: '시각', en: 'Time' },
  restoreTimes: {
    tenMinutes: { ko: '10분 전', en: '10 minutes ago' },
    hour: { ko: '1시간 전', en: '1 hour ago' },
    today: { ko: '오늘 0시', en: 'Start of today' },
    yesterday: { ko: '어제 0시', en: 'Start of yesterday' },
    week: { ko: '7일 전', en: '7 days ago' },
    month: { ko: '30일 전', en: '30 days ago' },
  },
  restoreInvalid: { ko: '지난 시각을 고르세요.', en: 'Choose a time in the past.' },
  nothingThen: {
    ko: '그때의 목록은 남아 있지 않아요. 더 나중의 시각을 고르세요.',
    en: 'The roster of that time is not kept. Choose a later time.',
  },

  reviewTitle: { ko: '되돌릴 내용', en: 'What is taken back' },
  restoreTitle: { ko: '복원할 내용', en: 'What is restored' },
  allBy: (name: string, since: string | undefined) => ({
    ko: `${name}의 변경 모두${since === undefined ? '' : ` (${since}부터)`}`,
    en: `All changes by ${name}${since === undefined ? '' : ` since ${since}`}`,
  }),
  only: (name: string) => ({ ko: `${name}만`, en: `${name} only` }),
  asOf: (time: string) => ({
    ko: `${time}의 목록으로 돌아가요. 그 뒤의 변경은 모두 되돌아가니, 지금대로 둘 학생은 선택을 해제하세요.`,
    en: `The roster becomes as it was on ${time}. All later changes are taken back: untick the students who are to stay as they are.`,
  }),
  backToList: { ko: '기록으로 돌아가기', en: 'Back to the history' },
  changedSince: (count: number, people: number) => ({
    ko: `학생 ${people}명의 값 ${count}개는 그 뒤에 다시 바뀌었어요. 고르지 않은 값은 그대로 둬요.`,
    en: `${pluralize(count, 'value')} of ${countStudents(people)} ${count === 1 ? 'was' : 'were'} changed since. What you do not tick stays as it is.`,
  }),
  includeAll: { ko: '그 뒤에 바뀐 값도 모두 되돌리기', en: 'Also take back everything changed since' },
  sinceLegend: { ko: '그 뒤에 바뀐 값', en: 'values changed since' },
  sinceMark: { ko: '그 뒤에 바뀜', en: 'changed since' },
  sinceRemoval: (count: number) => ({
    ko: `등록한 뒤에 값 ${count}개가 바뀌었어요. 그래도 삭제`,
    en: `${pluralize(count, 'value')} changed since. Remove anyway`,
  }),
  sinceReturn: {
    ko: '그 뒤에 학생이 삭제됐어요. 그래도 다시 등록',
    en: 'The student was removed since. Register again anyway',
  },
  losesBond: {
    ko: '등록하기 전에 기록한 인연이 있었다면 함께 삭제돼요.',
    en: 'A bond that was recorded before the registration is removed too.',
  },
  impossible: (count: number) => ({
    ko: `모집하지 않은 학생 ${count}명의 인연은 되돌릴 수 없어요`,
    en: `The bond of ${count === 1 ? '1 student who is' : `${count} students who are`} not recruited cannot be taken back`,
  }),
  refused: (count: number) => ({
    ko: `되돌릴 수 없는 학생 ${count}명`,
    en: `${countStudents(count)} that cannot be taken back`,
  }),
  refusedRules: { ko: '이대로는 값이 서로 맞지 않아요', en: 'The values do not fit together' },
  refusedMissing: {
    ko: '학생 정보에서 빠진 학생이라 되돌릴 수 없어요',
    en: 'No longer in the student catalogue, so it cannot be taken back',
  },
  pillsOfPlan: {
    register: { ko: '다시 등록', en: 'Register again' },
    change: { ko: '되돌림', en: 'Taken back' },
    remove: { ko: '삭제', en: 'Remove' },
    none: { ko: '그대로', en: 'Unchanged' },
  },
  nothingTitle: { ko: '되돌릴 것이 없어요', en: 'Nothing to take back' },
  nothingText: { ko: '학생 목록이 이미 그때와 같아요.', en: 'The roster is already as it was.' },
  apply: (count: number) => ({ ko: `${count}명 되돌리기`, en: `Take back ${countStudents(count)}` }),
  applyRestore: (count: number) => ({ ko: `${count}명 복원`, en: `Restore ${countStudents(count)}` }),
  selectNone: { ko: '되돌릴 학생을 고르세요.', en: 'Select students to take back.' },
  confirmText: {
    ko: '그때 목록에 없던 학생이에요. 성장 상태와 인연이 삭제되지만, 기록에서 다시 되돌릴 수 있어요.',
    en: 'They were not in the roster then. Their growth state and bond are removed; you can take that back from the history.',
  },
  confirmButton: { ko: '삭제하고 되돌리기', en: 'Remove and take back' },

  reportTitle: { ko: '되돌렸어요', en: 'Taken back' },
  restoredTitle: { ko: '복원했어요', en: 'Restored' },
  reportText: {
    ko: '이 변경도 기록에 남아서 다시 되돌릴 수 있어요.',
    en: 'This is part of the history too, and can be taken back.',
  },
  showResult: { ko: '방금 한 변경 보기', en: 'See this change' },
} as const;
