import type { Notice, NoticeCode, RosterFormat } from '../../../client/formats/index.ts';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { MAX_KEPT_ROWS } from '../../../contract/limits.ts';
import { STATE_FIELDS, type StateName } from '../../../contract/state-fields.ts';
import { FIELD_LABELS, listLabels } from './field-texts.ts';
import { countStudents, pluralize } from './pluralize.ts';
import { explainViolations } from './rule-texts.ts';

/** Texts of the import: the text, the review, the progress and the report. */
export const IMPORT = {
  title: { ko: '가져오기·내보내기', en: 'Import & export' },
  intro: {
    ko: '다른 도구나 스프레드시트에 적어 둔 학생 목록을 가져오고, 여기의 목록을 다른 도구로 내보내요.',
    en: 'Import the roster that you keep in another tool or in a spreadsheet, or export this one to other tools.',
  },
  noList: { ko: '가져올 목록이 없나요?', en: 'No list to import?' },

  text: { ko: '다른 도구에서 내보낸 내용', en: 'Text from another tool' },
  textPlaceholder: { ko: '여기에 붙여 넣거나 파일을 끌어다 놓으세요.', en: 'Paste it here, or drop a file.' },
  textHint: {
    ko: '형식은 알아서 찾아요. 바뀔 내용을 먼저 보여 주고, 확인한 다음에만 저장해요.',
    en: 'The format is detected. You see what would change first, and nothing is saved until you agree.',
  },
  chooseFile: { ko: '파일 고르기', en: 'Choose a file' },
  longText: (length: number) => ({
    ko: `붙여 넣은 텍스트, ${length.toLocaleString('ko')}자`,
    en: `Pasted text, ${length.toLocaleString('en')} characters`,
  }),
  clear: { ko: '지우기', en: 'Clear' },
  reading: { ko: '읽고 있어요…', en: 'Reading…' },
  tooSlow: {
    ko: '내용을 2초 안에 읽지 못했어요. 도구에서 내보낸 내용이 맞는지 확인하고, 너무 길면 나눠서 가져오세요.',
    en: 'The text could not be read within two seconds. Check that it is what the tool exported, and import a long one in parts.',
  },
  readerNotStarted: {
    ko: '내용을 읽을 준비를 하지 못했어요. 연결을 확인하고 다시 시도하세요. 계속 안 되면 브라우저를 업데이트하세요.',
    en: 'The text could not be read, because a part of this page did not load. Check the connection and try again. If this stays, update the browser.',
  },
  readerFailed: {
    ko: '내용을 읽다가 멈췄어요. 도구에서 내보낸 내용이 맞는지 확인하세요.',
    en: 'The reading of the text broke off. Check that it is what the tool exported.',
  },
  noCatalogue: {
    ko: '학생 목록을 받지 못해 내용을 읽을 수 없어요. 연결되면 다시 읽어요.',
    en: 'The text cannot be read, because the list of students did not load. It is read again once the connection is back.',
  },
  fileUnreadable: { ko: '파일을 열 수 없어요.', en: 'The file cannot be opened.' },
  detected: (format: Bilingual, count: number) => ({
    ko: `${format.ko} 형식, 학생 ${count}명`,
    en: `${format.en}, ${countStudents(count)}`,
  }),
  unread: (count: number) => ({
    ko: `${count}행은 읽을 수 없어요.`,
    en: `${pluralize(count, 'row')} cannot be read.`,
  }),
  untouchedRows: (count: number) => ({
    ko: `${count}행은 도구가 채운 기본값뿐이에요.`,
    en: `${count === 1 ? '1 row has' : `${count} rows have`} only the tool’s defaults.`,
  }),
  noStudents: { ko: '학생을 찾지 못했어요.', en: 'No students were found in this text.' },
  whereTitle: { ko: '어디에서 복사하나요?', en: 'Where do I find the text?' },
  where: {
    schaledb: {
      ko: '컬렉션에서 내보낸 긴 한 줄의 텍스트',
      en: 'the one long line that its collection exports',
    },
    planner: { ko: '세이브 데이터 창의 텍스트', en: 'the text of its save data window' },
    yuzutrends: { ko: '내보낸 JSON', en: 'the JSON that it exports' },
    'ba-scanner': { ko: 'students_final_values.json 파일', en: 'the file students_final_values.json' },
    'planner-of-plana': {
      ko: '복사 버튼으로 복사한 텍스트(BAPSTATE1:…)',
      en: 'the text that its copy button copies (BAPSTATE1:…)',
    },
    eriduops: {
      ko: '내보낸 파일(eridu-ops-export-….json)',
      en: 'the file that it exports (eridu-ops-export-….json)',
    },
    'ba-torment': {
      ko: '학생 풀에서 복사하거나 저장한 내용. 성급과 고유무기 성급만 담겨 있어요.',
      en: 'the text or file of its student pool, which has only stars and weapon stars',
    },
    json: { ko: '아래에서 내보낸 파일', en: 'a file exported below' },
    account: {
      ko: '다른 출석부 서버에서 저장한 계정 데이터 파일. 목표와 재고도 가져와요.',
      en: 'the file with account data from another Rollbook server, also with goals and stock',
    },
    csv: {
      ko: '아래에서 내보낸 파일. 스프레드시트로 고쳐서 다시 가져올 수 있어요.',
      en: 'a file exported below, also after you edited it in a spreadsheet',
    },
    sheet: {
      ko: '직접 만든 표. CSV·TSV 파일이나 복사한 칸을 넣으세요. 제목 줄과 학생 이름만 있으면 순서는 상관없어요. 이름만 적은 목록도 돼요.',
      en: 'a sheet of your own, as a CSV or TSV file or as copied cells, with a line of headings and the students’ names, in any order; a list of names alone works too',
    },
  } satisfies Record<RosterFormat, Bilingual>,
  commandLink: { ko: '명령으로 가져오기', en: 'Import by command' },
  unfinished: (done: number, total: number) => ({
    ko: `지난번 가져오기는 ${total}명 가운데 ${done}명까지 저장하고 멈췄어요. 같은 내용을 다시 가져오면 나머지만 저장해요.`,
    en: `Your last import stopped after ${done} of ${total} students. Import the same text again to save only the rest.`,
  }),
  keepRows: (count: number) => ({
    ko: `아직 없는 학생 ${count}명 기억하기`,
    en: `Keep ${countStudents(count)} not known yet`,
  }),
  keepRowsHint: (names: string, others: number, isFull: boolean) => ({
    ko: `${names}${others > 0 ? ` 외 ${others}명` : ''}. 이 서버의 학생 정보에 들어오면 저장할지 물어봐요.${isFull ? ` ${MAX_KEPT_ROWS}명까지 기억해요.` : ''}`,
    en: `${names}${others > 0 ? ` and ${others} more` : ''}. You are asked again when the catalogue has them.${isFull ? ` At most ${MAX_KEPT_ROWS} are kept.` : ''}`,
  }),
  keptRows: (count: number) => ({
    ko: `아직 없는 학생 ${count}명을 기억했어요.`,
    en: `Kept ${countStudents(count)} not known yet.`,
  }),

  reviewTitle: { ko: '바뀔 내용', en: 'What would change' },
  againTitle: { ko: '다시 확인할 학생', en: 'Students to review again' },
  againText: { ko: '그 사이에 바뀐 값과 비교한 내용이에요.', en: 'Compared with the current values.' },
  unchanged: (count: number) => ({
    ko: `${count}명은 그대로예요.`,
    en: `${countStudents(count)} unchanged.`,
  }),
  backToReport: { ko: '결과로 돌아가기', en: 'Back to the report' },
  nothingTitle: { ko: '바뀔 것이 없어요', en: 'Nothing would change' },
  nothingText: {
    ko: '목록의 학생이 모두 이미 같은 상태예요.',
    en: 'All students in the list are already in this state.',
  },
  nothingButDefaults: {
    ko: '기본값뿐인 행을 빼면 목록의 학생이 모두 이미 같은 상태예요.',
    en: 'Apart from rows with only defaults, all students in the list are already in this state.',
  },
  nothingReadable: {
    ko: '저장할 수 있는 학생이 없어요. 이유는 위에 있어요.',
    en: 'No student in the list can be saved. The reasons are above.',
  },

  notices: (count: number) => ({
    ko: `참고할 점 ${count}가지`,
    en: `${pluralize(count, 'note')} on how the list was read`,
  }),
  problems: (count: number) => ({
    ko: `저장할 수 없는 행 ${count}개`,
    en: `${pluralize(count, 'row')} cannot be saved`,
  }),
  notInCatalogue: (date: string | undefined) => ({
    ko: `이 서버의 학생 정보${date === undefined ? '' : `(${date} 기준)`}에 없어요. 새로 나온 학생이라면, 기억해 두었다가 나중에 저장할 수 있어요.`,
    en: `Not in this server’s catalogue${date === undefined ? '' : ` of ${date}`}. A newer student? Keep the row, and save it later.`,
  }),
  twoStates: {
    ko: '같은 학생의 두 형태에 서로 다른 값이 있어요.',
    en: 'Two forms of the same student have different values.',
  },
  leftOut: { ko: '가져오지 않는 값', en: 'Left out' },
  starsUnread: { ko: '성급을 읽지 못했어요.', en: 'The stars cannot be read.' },
  rulesBroken: { ko: '값이 서로 맞지 않아요.', en: 'The values do not fit together.' },

  accountParts: {
    ko: '학생과 목표, 재고를 가져와요. API 키와 패스키, 최근 활동, 변경 기록은 가져오지 않아요. 도구에 쓸 키는 여기에서 새로 발급하세요.',
    en: 'Brings students, goals and stock. API keys, passkeys, recent activity and history stay behind: issue new keys for your tools here.',
  },

  prune: { ko: '가져온 목록에 없는 학생도 삭제', en: 'Also remove students that are not in the list' },
  pruneHint: {
    ko: '인연 랭크와 경험치도 함께 삭제돼요.',
    en: 'Their bond rank and experience are removed as well.',
  },
  pruneBlocked: {
    ko: '저장할 수 없는 학생이 있어서 고를 수 없어요. 그 학생까지 삭제될 수 있어요.',
    en: 'Not possible while there are students that cannot be saved, because they would be removed too.',
  },

  lower: { ko: '낮아지거나 지워지는 값도 모두 저장', en: 'Also save values that are lowered or cleared' },
  lowerHint: (students: number, rows: number) => ({
    ko: [
      students > 0 &&
        `학생 ${students}명은 여기에 기록된 값이 더 높아서 그대로 둬요. 아래에서 하나씩 고를 수도 있어요.`,
      rows > 0 && `도구가 채운 기본값뿐인 ${rows}행은 제외했어요.`,
    ]
      .filter(Boolean)
      .join(' '),
    en: [
      students > 0 &&
        `${students === 1 ? '1 student keeps' : `${students} students keep`} higher values that are recorded here. You can also pick them one by one below.`,
      rows > 0 &&
        `${pluralize(rows, 'row')} with only the tool’s defaults ${rows === 1 ? 'is' : 'are'} left out.`,
    ]
      .filter(Boolean)
      .join(' '),
  }),
  losses: { ko: '낮아지거나 지워지는 값', en: 'values that are lowered or cleared' },
  lowerAll: (count: number) => ({ ko: `낮은 값 ${count}개 모두`, en: `All ${count} lower values` }),
  showLosses: { ko: '값 보기', en: 'Show them' },
  lossesRefused: {
    ko: '이대로는 값이 서로 맞지 않아 이 학생은 저장하지 않아요.',
    en: 'These values do not fit together, so the student is not saved.',
  },
  loweredStudents: (count: number) => ({
    ko: `${count}명의 값이 낮아져요`,
    en: `Lowers values of ${countStudents(count)}`,
  }),
  keptReport: (count: number) => ({
    ko: `학생 ${count}명은 여기에 기록된 더 높은 값을 그대로 두었어요.`,
    en: `${count === 1 ? '1 student keeps' : `${count} students keep`} higher values that were recorded here.`,
  }),

  show: { ko: '보기', en: 'Show' },
  filters: {
    all: (count: number) => ({ ko: `전체 ${count}`, en: `All ${count}` }),
    register: (count: number) => ({ ko: `새 학생 ${count}`, en: `New ${count}` }),
    change: (count: number) => ({ ko: `변경 ${count}`, en: `Changed ${count}` }),
    lower: (count: number) => ({ ko: `낮은 값 ${count}`, en: `Lower ${count}` }),
    remove: (count: number) => ({ ko: `삭제 ${count}`, en: `Removed ${count}` }),
  },
  actions: {
    register: { ko: '새 학생', en: 'New' },
    change: { ko: '변경', en: 'Changed' },
    unchanged: { ko: '그대로', en: 'Unchanged' },
    remove: { ko: '삭제', en: 'Removed' },
    refuse: { ko: '제외', en: 'Left out' },
  },

  apply: (count: number) => ({ ko: `${count}명 저장`, en: `Save ${countStudents(count)}` }),
  selectNone: { ko: '저장할 학생을 고르세요.', en: 'Select students to save.' },
  confirmText: {
    ko: '가져온 목록에 없는 학생의 성장 상태와 인연이 삭제돼요. 되돌릴 수 없으니 지금의 학생 목록을 파일로 저장해 두세요.',
    en: 'The growth state and bond of students that are not in the list are removed. This cannot be undone, so save your current roster first.',
  },
  saveRoster: { ko: '지금 목록을 파일로 저장', en: 'Save my roster as a file' },
  confirmButton: { ko: '삭제하고 저장', en: 'Remove and save' },

  reportTitle: { ko: '가져오기를 마쳤어요', en: 'Import finished' },
  takeBack: { ko: '되돌리기', en: 'Take it back' },
  another: { ko: '다른 목록 가져오기', en: 'Import another list' },
} as const;

/** The kinds of notices in the words of a player. */
export const NOTICE_KINDS: Record<NoticeCode, Bilingual> = {
  name_unknown: { ko: '이름으로 학생을 찾을 수 없어요', en: 'No student has this name' },
  name_ambiguous: { ko: '이름이 같은 학생이 여럿이에요', en: 'Several students have this name' },
  uid_missing: { ko: '학생 UID가 없어요', en: 'The student UID is missing' },
  value_missing: { ko: '필요한 값이 없어요', en: 'A required value is missing' },
  value_invalid: { ko: '값이 올바르지 않아요', en: 'A value is invalid' },
  value_left_out: {
    ko: '올바르지 않은 값은 빼고 나머지를 읽었어요',
    en: 'Invalid values were left out and the rest was read',
  },
  too_many_cells: { ko: '칸이 제목보다 많아요', en: 'A row has more cells than the header' },
  conflicting_row: { ko: '앞선 행과 값이 달라요', en: 'An earlier row has different values' },
  weapon_tier_missing: {
    ko: '고유무기 성급이 없어 고유무기가 없는 것으로 읽었어요',
    en: 'Without weapon stars, the student was read as having no unique weapon',
  },
  weapon_tier_unknown: {
    ko: '고유무기가 있지만 성급을 알 수 없어 1로 읽었어요',
    en: 'There is a unique weapon of unknown stars, which was read as 1',
  },
  weapon_tier_default: {
    ko: '도구가 새 학생에게 적어 두는 고유무기 성급이라, 실제보다 높을 수 있어요',
    en: 'Weapon stars that the tool gives every student who is added, and that may be too high',
  },
  tier_raised: {
    ko: '고유무기가 있어 성급을 5로 올렸어요',
    en: 'Stars were raised to 5, which a unique weapon requires',
  },
  weapon_missing: {
    ko: '고유무기가 없어 그에 딸린 값을 0으로 읽었어요',
    en: 'Values that need a unique weapon were read as 0',
  },
  weapon_level_capped: {
    ko: '고유무기 레벨을 상한까지만 읽었어요',
    en: 'The weapon level was limited to its cap',
  },
  weapon_level_unknown: {
    ko: '고유무기 레벨을 알 수 없어 바꾸지 않아요',
    en: 'The weapon level is unknown and stays as it is',
  },
  bond_exp_outside_rank: {
    ko: '인연 경험치가 랭크에 맞지 않아 비웠어요',
    en: 'Bond experience that does not fit the rank was left empty',
  },
  bond_exp_left_out: {
    ko: '인연 경험치가 랭크에 맞지 않아 가져오지 않아요',
    en: 'Bond experience that does not fit the rank was left out',
  },
  may_be_empty: {
    ko: '이 도구의 1은 기록이 없다는 뜻일 수도 있어요. 여기에서 비어 있는 값은 비워 두고, 그 밖에는 1로 읽어요',
    en: 'In this tool, 1 can also mean none. A value that is empty here stays empty; otherwise it is read as 1',
  },
  untouched_defaults: {
    ko: '도구가 처음에 채워 둔 값뿐이에요. 막 모집한 학생도 이렇게 보여요',
    en: 'Only the values that the tool fills in by itself. A newly recruited student looks the same',
  },
  bare_row: {
    ko: `이름만 있고 값이 없어요. ‘${IMPORT.lower.ko}’을 켜야 가져와요`,
    en: `There is a name and no value. The row is taken with “${IMPORT.lower.en}”`,
  },
  required_assumed: {
    ko: '성급이 없어요. 이미 있는 학생은 그대로 두고, 새 학생은 모집할 때의 성급으로 등록해요',
    en: 'There are no stars: recruited students keep theirs, and new ones get those of their recruitment',
  },
  fields_not_in_format: {
    ko: '이 형식에 없는 값은 바꾸지 않아요',
    en: 'Values that are not in this format stay as they are',
  },
  more_pages: { ko: '목록의 한 쪽일 뿐이에요', en: 'This is only one page of a list' },
  student_unknown: { ko: '카탈로그에 없는 학생이에요', en: 'The student is not in the catalogue' },
  items_unknown: { ko: '알 수 없는 아이템은 읽지 않았어요', en: 'Unknown items were ignored' },
  counts_left_out: {
    ko: '올바르지 않은 아이템 개수는 가져오지 않아요',
    en: 'Item counts that are invalid were left out',
  },
  labels_left_out: {
    ko: '라벨로 쓸 수 없는 그룹은 가져오지 않아요',
    en: 'Groups that cannot be labels were left out',
  },
  roster_only: { ko: '학생만 읽어요', en: 'Only the students are read' },
  bonds_left_out: {
    ko: '모집하지 않은 학생의 인연은 가져오지 않아요. 모집한 다음에 적어 주세요',
    en: 'Bonds of students who are not recruited are left out. Enter them once you have recruited the student',
  },
  goal_field_left_out: {
    ko: '올바르지 않은 라벨, 메모, 순서는 빼고 읽었어요',
    en: 'Invalid labels, notes and places were left out',
  },
  goal_unreadable: { ko: '읽을 수 없는 목표예요', en: 'The goal cannot be read' },
  unknown_columns: { ko: '알 수 없는 열은 읽지 않았어요', en: 'Unknown columns were ignored' },
};

/** What one row has, below the kind of its notice. The sentences of the client that name no field are also a player's. */
export function describeNotice(notice: Notice): Bilingual {
  const { code, field, fields, violation, ko, en } = notice;
  if (violation !== undefined) return explainViolations([violation]);
  if (fields !== undefined) {
    const labels = listLabels(fields);
    return { ko: `${NOTICE_KINDS[code].ko}: ${labels.ko}.`, en: `${NOTICE_KINDS[code].en}: ${labels.en}.` };
  }
  return field === undefined ? { ko, en } : describeValue(field, notice);
}

/** The same in the row of the student, where no title says what became of the value. */
export function describeRowNotice(notice: Notice): Bilingual {
  const { ko, en } = describeNotice(notice);
  const title = notice.code === 'value_left_out' ? IMPORT.leftOut : NOTICE_KINDS[notice.code];
  return { ko: `${title.ko}: ${ko}`, en: `${title.en}: ${en}` };
}

/** A value that was read as another one, or that is out of its range. */
function describeValue(field: StateName, { code, value, replacement }: Notice): Bilingual {
  const { min, max } = STATE_FIELDS[field];
  const label = FIELD_LABELS[field];
  const read =
    (value === undefined ? '' : ` ${value}`) + (replacement === undefined ? '' : ` → ${replacement}`);
  const isInvalid = code === 'value_invalid' || code === 'value_left_out';
  return {
    ko: label.ko + read + (isInvalid ? `: ${min}부터 ${max}까지의 정수여야 해요.` : ''),
    en: label.en + read + (isInvalid ? `: must be a whole number from ${min} to ${max}.` : ''),
  };
}
