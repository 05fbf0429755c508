import { countStudents, pluralize } from './pluralize.ts';
import { countStars } from './roster-texts.ts';

/** Texts of the bar and the dialogs that change many students. */
export const BULK = {
  selected: (count: number) => ({ ko: `${count}명 선택`, en: `${count} selected` }),
  selectAll: (count: number) => ({ ko: `모두 선택 (${count})`, en: `Select all (${count})` }),
  register: (count: number) => ({ ko: `모집으로 등록 (${count})`, en: `Register (${count})` }),
  registerWith: (count: number, tier: number) => ({
    ko: `${count}명 등록: 성급 ${tier}`,
    en: `Register ${count} with ${countStars(tier)}`,
  }),
  registerOwnStars: (count: number) => ({ ko: `기본 성급으로 (${count})`, en: `Own stars (${count})` }),
  registered: (count: number) => ({
    ko: `${count}명을 등록했어요.`,
    en: `Registered ${countStudents(count)}.`,
  }),
  selectTargets: (name: string) => ({
    ko: `${name}의 값을 받을 학생을 고르세요.`,
    en: `Select who gets the values of ${name}.`,
  }),
  enterCopied: (name: string) => ({ ko: `${name}의 값 넣기`, en: `Enter the values of ${name}` }),
  setGoals: { ko: '목표 세우기', en: 'Set goals' },
  changeSelected: { ko: '값 바꾸기', en: 'Change values' },
  endSelecting: { ko: '선택 끝내기', en: 'Done' },
  saved: (count: number) => ({ ko: `${count}명을 저장했어요.`, en: `Saved ${countStudents(count)}.` }),
  conflicts: (count: number) => ({
    ko: `다른 곳에서 먼저 바뀐 ${count}명은 저장하지 않았어요.`,
    en: `${count} not saved: changed elsewhere first.`,
  }),
  failed: (count: number) => ({ ko: `${count}명은 저장하지 못했어요.`, en: `${count} could not be saved.` }),

  pasteTitle: { ko: '붙여 넣은 값', en: 'Pasted values' },
  pasteMisnamed: (names: string) => ({
    ko: `첫 열의 이름이 줄의 학생과 달라서 제외해요: ${names}`,
    en: `Left out, because the first column names another student: ${names}`,
  }),
  pasteRowsCut: (count: number) => ({
    ko: `표 아래로 넘치는 ${count}줄은 제외해요.`,
    en: `${pluralize(count, 'row')} below the last student left out.`,
  }),
  pasteColumnsCut: (count: number) => ({
    ko: `표 오른쪽으로 넘치는 ${count}열은 제외해요.`,
    en: `${pluralize(count, 'column')} right of the last field left out.`,
  }),
  bulkTitle: (count: number) => ({ ko: `${count}명의 값 바꾸기`, en: `Change ${count} students` }),
  bulkField: { ko: '항목', en: 'Field' },
  bulkValue: { ko: '값', en: 'Value' },
  addField: { ko: '항목 추가', en: 'Add a field' },
  removeField: { ko: '항목 빼기', en: 'Remove this field' },
  onlyRaise: { ko: '이미 더 높은 값은 그대로 두기', en: 'Keep values that are already higher' },
  preview: { ko: '미리보기', en: 'Preview' },
  willChange: (count: number) => ({ ko: `${count}명이 바뀌어요.`, en: `${count} will change.` }),
  unchanged: (count: number) => ({ ko: `${count}명은 그대로예요.`, en: `${count} unchanged.` }),
  skipped: (count: number) => ({
    ko: `모집하지 않은 ${count}명은 제외해요.`,
    en: `${count} left out: not recruited.`,
  }),
  refused: (count: number) => ({
    ko: `규칙에 맞지 않는 ${count}명은 제외해요.`,
    en: `${count} left out: the values would break a rule.`,
  }),
  apply: (count: number) => ({ ko: `${count}명 저장`, en: `Save ${count}` }),
  applying: (done: number, total: number) => ({ ko: `${total}명 중 ${done}명`, en: `${done} of ${total}` }),
} as const;
