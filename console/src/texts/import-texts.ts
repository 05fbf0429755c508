import type { NoticeCode, RosterFormat } from '../../../client/formats/index.ts';
import type { Bilingual } from '../../../contract/bilingual.ts';

const students = (count: number): string => (count === 1 ? '1 student' : `${count} students`);

/** Texts of the import: the text, the review, the progress and the report. */
export const IMPORT = {
  title: { ko: '가져오기·내보내기', en: 'Import & export' },
  intro: {
    ko: '다른 도구에 적어 둔 학생 목록을 옮겨 오고, 여기의 목록을 다른 도구로 가져갑니다.',
    en: 'Bring in the roster that you keep in another tool, and take yours from here to others.',
  },

  sourceTitle: { ko: '가져오기', en: 'Import' },
  text: { ko: '다른 도구의 텍스트', en: 'Text of another tool' },
  textPlaceholder: {
    ko: '여기에 붙여 넣거나 파일을 끌어다 놓으십시오.',
    en: 'Paste it here, or drop a file.',
  },
  textHint: {
    ko: '형식은 내용으로 알아봅니다. 바뀔 내용을 먼저 보여 주고, 확인한 다음에만 저장합니다.',
    en: 'The format is detected. You see what would change first, and nothing is saved before you agree.',
  },
  chooseFile: { ko: '파일 고르기', en: 'Choose a file' },
  longText: (length: number) => ({
    ko: `붙여 넣은 텍스트, ${length.toLocaleString('ko')}자`,
    en: `Pasted text, ${length.toLocaleString('en')} characters`,
  }),
  clear: { ko: '지우기', en: 'Clear' },
  fileUnreadable: { ko: '파일을 열 수 없습니다.', en: 'The file cannot be opened.' },
  detected: (format: string, count: number) => ({
    ko: `${format} 형식, 학생 ${count}명`,
    en: `${format}, ${students(count)}`,
  }),
  unread: (count: number) => ({
    ko: `${count}행은 읽을 수 없습니다.`,
    en: count === 1 ? '1 row cannot be read.' : `${count} rows cannot be read.`,
  }),
  noStudents: { ko: '텍스트에 학생이 없습니다.', en: 'The text contains no students.' },
  reviewButton: { ko: '바뀔 내용 보기', en: 'See what would change' },
  whereTitle: { ko: '어디에서 복사합니까?', en: 'Where do I find the text?' },
  where: {
    schaledb: {
      ko: '컬렉션에서 내보낸 긴 한 줄의 텍스트',
      en: 'the one long line that its collection exports',
    },
    planner: { ko: '세이브 데이터 창의 텍스트', en: 'the text of its save data window' },
    yuzutrends: { ko: '내보낸 JSON', en: 'the JSON that it exports' },
    'ba-scanner': { ko: 'students_final_values.json 파일', en: 'the file students_final_values.json' },
    json: {
      ko: '아래에서 내보낸 파일이나 계정 데이터를 저장한 파일',
      en: 'a file exported below, or the one with account data',
    },
    csv: {
      ko: '아래에서 내보낸 파일. 스프레드시트로 고쳐서 다시 가져올 수 있습니다.',
      en: 'a file exported below, also after you edited it in a spreadsheet',
    },
  } satisfies Record<RosterFormat, Bilingual>,
  commandLink: { ko: '명령으로 가져오기', en: 'Import by command' },
  unfinished: (done: number, total: number) => ({
    ko: `지난번 가져오기는 ${total}명 가운데 ${done}명까지 저장하고 멈추었습니다. 같은 텍스트를 다시 가져오면 나머지만 저장합니다.`,
    en: `Your last import stopped after ${done} of ${total} students. Import the same text again to save only the rest.`,
  }),

  reviewTitle: { ko: '바뀔 내용', en: 'What would change' },
  againTitle: { ko: '다시 확인할 학생', en: 'Students to look at again' },
  againText: {
    ko: '그 사이에 바뀐 값과 비교한 내용입니다.',
    en: 'Compared with the values as they are now.',
  },
  unchanged: (count: number) => ({
    ko: `${count}명은 그대로입니다.`,
    en: count === 1 ? '1 stays as it is.' : `${count} stay as they are.`,
  }),
  otherText: { ko: '다른 텍스트', en: 'Another text' },
  backToReport: { ko: '결과로 돌아가기', en: 'Back to the report' },
  nothingTitle: { ko: '바뀔 것이 없습니다', en: 'Nothing would change' },
  nothingText: {
    ko: '텍스트의 학생이 모두 이미 같은 상태입니다.',
    en: 'All students of the text are in this state already.',
  },
  nothingReadable: {
    ko: '저장할 수 있는 학생이 없습니다. 이유는 위에 있습니다.',
    en: 'No student of the text can be saved. The reasons are above.',
  },

  notices: (count: number) => ({
    ko: `텍스트에서 참고할 점 ${count}가지`,
    en: count === 1 ? 'A note on how the text was read' : `${count} notes on how the text was read`,
  }),
  problems: (count: number) => ({
    ko: `저장할 수 없는 것 ${count}개`,
    en: count === 1 ? '1 row cannot be saved' : `${count} rows cannot be saved`,
  }),
  failures: (count: number) => ({
    ko: `저장하지 못한 학생 ${count}명`,
    en: count === 1 ? '1 student was not saved' : `${count} students were not saved`,
  }),
  rows: (count: number) => ({ ko: `${count}건`, en: String(count) }),
  noName: { ko: '이름 없는 행', en: 'A row without a UID' },
  notInCatalogue: {
    ko: '이 서버의 학생 정보에 없습니다.',
    en: 'This server does not know the student.',
  },
  twoStates: {
    ko: '같은 학생의 두 형태가 서로 다른 값입니다.',
    en: 'Two forms of the same student have different values.',
  },
  rulesBroken: { ko: '값이 서로 맞지 않습니다.', en: 'The values do not fit together.' },

  prune: { ko: '텍스트에 없는 학생도 삭제', en: 'Also remove students that the text lacks' },
  pruneHint: {
    ko: '인연 랭크와 경험치도 함께 삭제됩니다.',
    en: 'Their bond rank and experience are removed as well.',
  },
  pruneBlocked: {
    ko: '저장할 수 없는 학생이 있어서 고를 수 없습니다. 그 학생까지 삭제될 수 있기 때문입니다.',
    en: 'Not possible while there are students that cannot be saved, because they might be removed.',
  },

  show: { ko: '보기', en: 'Show' },
  filters: {
    all: (count: number) => ({ ko: `전체 ${count}`, en: `All ${count}` }),
    register: (count: number) => ({ ko: `새 학생 ${count}`, en: `New ${count}` }),
    change: (count: number) => ({ ko: `변경 ${count}`, en: `Changed ${count}` }),
    lowered: (count: number) => ({ ko: `낮아짐 ${count}`, en: `Lowered ${count}` }),
    remove: (count: number) => ({ ko: `삭제 ${count}`, en: `Removed ${count}` }),
  },
  actions: {
    register: { ko: '새 학생', en: 'New' },
    change: { ko: '변경', en: 'Changed' },
    remove: { ko: '삭제', en: 'Removed' },
  },
  selectAll: (count: number) => ({ ko: `${count}명 모두 선택`, en: `Select all ${count}` }),
  lowered: { ko: '낮아짐', en: 'lowered' },
  cleared: { ko: '지워짐', en: 'cleared' },
  none: { ko: '없음', en: 'none' },
  moreValues: (count: number) => ({ ko: `값 ${count}개 더`, en: `${count} more` }),
  fewerValues: { ko: '접기', en: 'Show less' },
  removeValues: { ko: '인연을 포함한 모든 값이 삭제됩니다.', en: 'All values are removed, the bond too.' },

  apply: (count: number) => ({
    ko: `${count}명 저장`,
    en: count === 1 ? 'Save 1 student' : `Save ${count} students`,
  }),
  selectNone: { ko: '저장할 학생을 고르십시오.', en: 'Select students to save.' },
  removals: (count: number) => ({ ko: `${count}명 삭제 포함`, en: `Removes ${students(count)}` }),
  leftOut: (count: number) => ({ ko: `${count}명 제외`, en: `${count} left out` }),
  confirmTitle: (count: number) => ({
    ko: `학생 ${count}명을 삭제하시겠습니까?`,
    en: `Remove ${students(count)}?`,
  }),
  confirmText: {
    ko: '텍스트에 없는 학생의 성장 상태와 인연이 삭제됩니다. 되돌릴 수 없으니 지금의 목록을 파일로 저장해 두십시오.',
    en: 'The growth state and bond of students that the text lacks are removed. This cannot be undone, so save your roster as it is now.',
  },
  saveRoster: { ko: '지금 목록을 파일로 저장', en: 'Save my roster as a file' },
  confirmButton: { ko: '삭제하고 저장', en: 'Remove and save' },

  applyTitle: { ko: '저장하는 중', en: 'Saving' },
  progress: (done: number, total: number) => ({
    ko: `${total}명 가운데 ${done}명`,
    en: `${done} of ${total} students`,
  }),
  keepOpen: {
    ko: '이 탭을 닫으면 멈춥니다. 저장된 것은 그대로 남습니다.',
    en: 'Closing this tab stops the import. What is saved stays.',
  },
  waitingForLimit: (time: string) => ({
    ko: `요청 한도에 이르러 ${time}에 이어집니다.`,
    en: `The rate limit is reached. Saving goes on at ${time}.`,
  }),
  waitingForServer: {
    ko: '서버가 응답하지 않아 다시 시도하는 중입니다.',
    en: 'The server does not answer. Trying again.',
  },
  cancelling: { ko: '어디까지 저장했는지 확인하는 중입니다.', en: 'Checking how much is saved.' },

  reportTitle: { ko: '가져오기를 마쳤습니다', en: 'Import finished' },
  stoppedTitle: { ko: '가져오기를 멈추었습니다', en: 'Import stopped' },
  partlyTitle: { ko: '일부만 저장했습니다', en: 'Some students were not saved' },
  counts: {
    registered: { ko: '새 학생', en: 'New' },
    changed: { ko: '변경', en: 'Changed' },
    unchanged: { ko: '그대로', en: 'Unchanged' },
    removed: { ko: '삭제', en: 'Removed' },
    failed: { ko: '실패', en: 'Failed' },
    left: { ko: '남음', en: 'Left' },
  },
  uncertain: {
    ko: '서버에 연결할 수 없어 어디까지 저장했는지 확인하지 못했습니다. 이어서 저장하면 나머지만 저장합니다.',
    en: 'The server cannot be reached, so it is unknown how much is saved. Go on to save only the rest.',
  },
  stoppedText: {
    ko: '저장된 것은 그대로 있습니다. 이어서 저장하면 나머지만 저장합니다.',
    en: 'What was saved stays. Go on to save only the rest.',
  },
  conflict: {
    ko: '확인하는 사이에 다른 도구가 바꾸어서 저장하지 않았습니다.',
    en: 'Another tool changed these in the meantime, so they were left alone.',
  },
  reviewAgain: (count: number) => ({ ko: `${count}명 다시 확인`, en: `Look at ${count} again` }),
  tryAgain: (count: number) => ({ ko: `실패한 ${count}명 다시 시도`, en: `Try the ${count} failed again` }),
  goOn: (count: number) => ({ ko: `나머지 ${count}명 저장`, en: `Save the ${count} left` }),
  openRoster: { ko: '학생 목록 보기', en: 'See my roster' },
  another: { ko: '다른 텍스트 가져오기', en: 'Import another text' },
} as const;

/** The kinds of notices in the words of a player; each student's own sentence is the client's. */
export const NOTICE_KINDS: Record<NoticeCode, Bilingual> = {
  uid_missing: { ko: '학생 UID가 없습니다', en: 'The student UID is missing' },
  value_missing: { ko: '필요한 값이 없습니다', en: 'A required value is missing' },
  value_invalid: { ko: '값이 올바르지 않습니다', en: 'A value is invalid' },
  too_many_cells: { ko: '칸이 제목보다 많습니다', en: 'A row has more cells than the header' },
  conflicting_row: { ko: '앞선 행과 값이 다릅니다', en: 'An earlier row has other values' },
  weapon_tier_missing: {
    ko: '고유무기 성급이 없어 고유무기가 없는 것으로 읽었습니다',
    en: 'The weapon stars are missing and were read as no unique weapon',
  },
  tier_raised: {
    ko: '고유무기가 있어 성급을 5로 올렸습니다',
    en: 'Stars were raised to 5, which a unique weapon requires',
  },
  weapon_missing: {
    ko: '고유무기가 없어 그에 딸린 값을 0으로 읽었습니다',
    en: 'Values that need a unique weapon were read as 0',
  },
  weapon_level_capped: {
    ko: '고유무기 레벨을 상한까지만 읽었습니다',
    en: 'The weapon level was read as its cap',
  },
  weapon_level_unknown: {
    ko: '고유무기 레벨을 알 수 없어 바꾸지 않습니다',
    en: 'The weapon level is unknown and stays as it is',
  },
  bond_exp_outside_rank: {
    ko: '인연 경험치가 랭크에 맞지 않아 비웠습니다',
    en: 'Bond experience outside of the rank was left empty',
  },
  may_be_empty: {
    ko: 'SchaleDB의 1은 기록이 없다는 뜻일 수도 있습니다. 여기에서 비어 있는 값은 비워 두고, 그 밖에는 1로 읽습니다',
    en: 'In SchaleDB, 1 may also stand for none. A value that is empty here stays empty; otherwise it is read as 1',
  },
  fields_not_in_format: {
    ko: '이 형식에 없는 값은 바꾸지 않습니다',
    en: 'Values that this format lacks stay as they are',
  },
  unknown_columns: { ko: '알 수 없는 열은 읽지 않았습니다', en: 'Unknown columns were ignored' },
};
