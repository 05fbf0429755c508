import { pluralize } from './pluralize.ts';
/** Texts of the stock. */
export const STOCK = {
  search: { ko: '아이템 이름 검색', en: 'Search items' },
  paste: { ko: '목록 붙여넣기', en: 'Paste a list' },
  keys: {
    ko: 'Enter와 화살표로 칸을 옮겨요. 적으면 저절로 저장돼요.',
    en: 'Move with Enter and the arrow keys. What you type is saved by itself.',
  },
  short: (count: number) => ({ ko: `부족 ${count}개`, en: `${count} short` }),
  saving: (count: number) => ({ ko: `${count}개 저장 중`, en: `Saving ${count}` }),
  saved: { ko: '저장했어요', en: 'Saved' },
  failed: (count: number) => ({
    ko: `${count}개를 저장하지 못했어요. 이 기기에 두었어요.`,
    en: `${count === 1 ? '1 count is' : `${count} counts are`} not saved yet, and kept on this device.`,
  }),
  none: { ko: '이런 아이템이 없어요.', en: 'There is no such item.' },
  invalid: { ko: '0 이상의 정수를 적으세요.', en: 'Enter a whole number, 0 or more.' },
  pasteTitle: { ko: '재고 목록 붙여넣기', en: 'Paste a list of items' },
  pasteHint: {
    ko: '한 줄에 하나씩, 이름이나 ID 다음에 수량을 적으세요. 스프레드시트의 칸도 돼요.',
    en: 'One item a line: its name or ID, then the count. Cells of a spreadsheet will do.',
  },
  pasteExample: {
    ko: '최상급 활동 보고서\t1,250\n네브라 디스크 조각, 30\n10 500',
    en: 'Superior Activity Report\t1,250\nNebra Sky Disk Piece, 30\n10 500',
  },
  pasteList: { ko: '목록', en: 'List' },
  pasteChanges: (count: number) => ({
    ko: `${count}개가 바뀌어요.`,
    en: count === 1 ? '1 count changes.' : `${count} counts change.`,
  }),
  pasteSame: (count: number) => ({ ko: `${count}개는 그대로예요.`, en: `${count} stay the same.` }),
  pasteUnknown: (count: number) => ({
    ko: `${count}줄은 알아보지 못했어요.`,
    en: count === 1 ? '1 line was not understood.' : `${count} lines were not understood.`,
  }),
  pasteApply: (count: number) => ({ ko: `${count}개 저장`, en: `Save ${pluralize(count, 'count')}` }),
} as const;
