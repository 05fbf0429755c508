import { countStudents } from './pluralize.ts';

/** Texts of the review, progress and report of an import, a take-back and a restore. */
export const CHANGES = {
  failures: (count: number) => ({
    ko: `저장하지 못한 학생 ${count}명`,
    en: count === 1 ? '1 student was not saved' : `${count} students were not saved`,
  }),
  rows: (count: number) => ({ ko: `${count}건`, en: String(count) }),
  noName: { ko: '이름 없는 행', en: 'A row without a UID' },
  selectAll: (count: number) => ({ ko: `${count}명 모두 선택`, en: `Select all ${count}` }),
  leftOut: (count: number) => ({ ko: `${count}명 제외`, en: `${count} left out` }),
  none: { ko: '없음', en: 'none' },
  moreValues: (count: number) => ({ ko: `값 ${count}개 더`, en: `${count} more` }),
  fewerValues: { ko: '접기', en: 'Show less' },
  removeValues: {
    ko: '인연을 포함한 모든 값이 삭제돼요.',
    en: 'All values are removed, including the bond.',
  },
  applyTitle: { ko: '저장하는 중', en: 'Saving' },
  keepOpen: {
    ko: '이 탭을 닫으면 멈춰요. 저장된 것은 그대로 남아요.',
    en: 'Closing this tab stops it. What is already saved stays.',
  },
  progress: (done: number, total: number) => ({
    ko: `${total}명 가운데 ${done}명`,
    en: `${done} of ${total} students`,
  }),
  waitingForLimit: (time: string) => ({
    ko: `요청 한도를 다 썼어요. ${time}에 이어서 저장해요.`,
    en: `The rate limit is reached. Saving continues at ${time}.`,
  }),
  waitingForServer: {
    ko: '서버가 응답하지 않아 다시 시도하는 중이에요.',
    en: 'The server is not responding. Trying again.',
  },
  cancelling: { ko: '어디까지 저장했는지 확인하는 중이에요.', en: 'Checking how much was saved.' },
  stoppedTitle: { ko: '멈췄어요', en: 'Stopped' },
  stoppedText: {
    ko: '저장된 것은 그대로 있어요. 이어서 저장하면 나머지만 저장해요.',
    en: 'What was saved stays. Continue to save only the rest.',
  },
  uncertain: {
    ko: '서버에 연결할 수 없어 어디까지 저장했는지 확인하지 못했어요. 이어서 저장하면 나머지만 저장해요.',
    en: 'The server cannot be reached, so it is not known how much was saved. Continue to save only the rest.',
  },
  partlyTitle: { ko: '일부만 저장했어요', en: 'Some students were not saved' },
  counts: {
    registered: { ko: '등록', en: 'Registered' },
    changed: { ko: '변경', en: 'Changed' },
    removed: { ko: '삭제', en: 'Removed' },
    unchanged: { ko: '그대로', en: 'Unchanged' },
    failed: { ko: '실패', en: 'Failed' },
    left: { ko: '남음', en: 'Left' },
  },
  goOn: (count: number) => ({ ko: `나머지 ${count}명 저장`, en: `Save the remaining ${count}` }),
  conflict: {
    ko: '확인하는 사이에 다른 곳에서 바뀌어서 저장하지 않았어요.',
    en: 'Not saved, because of changes elsewhere in the meantime.',
  },
  reviewAgain: (count: number) => ({ ko: `${count}명 다시 확인`, en: `Review ${count} again` }),
  tryAgain: (count: number) => ({
    ko: `실패한 ${count}명 다시 시도`,
    en: `Try the ${count} that failed again`,
  }),
  openRoster: { ko: '학생 목록 보기', en: 'See my roster' },
  removals: (count: number) => ({ ko: `${count}명 삭제 포함`, en: `Removes ${countStudents(count)}` }),
  confirmTitle: (count: number) => ({
    ko: `학생 ${count}명을 삭제할까요?`,
    en: `Remove ${countStudents(count)}?`,
  }),
  lowered: { ko: '낮아짐', en: 'lowered' },
  cleared: { ko: '지워짐', en: 'cleared' },
} as const;
