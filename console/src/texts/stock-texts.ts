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
  pasteTitle: { ko: '재고 붙여넣기', en: 'Paste the stock' },
  pasteHint: {
    ko: '한 줄에 하나씩 이름과 수량을 적거나, 스프레드시트의 칸, 플래너의 저장 데이터, 스캐너의 JSON을 그대로 넣으세요. +160은 더하고 -20은 빼요.',
    en: 'Lines of a name and a count, cells of a spreadsheet, the save of a planner or the JSON of a scanner. +160 adds, -20 subtracts.',
  },
  pasteExample: {
    ko: '게헨나 최상급 BD 10\nT9 모자 x60\n크레딧 1.2억\n시로코 엘레프 +30',
    en: 'Gehenna superior BD 10\nT9 hat x60\nCredits 120M\nShiroko eleph +30',
  },
  pasteList: { ko: '목록', en: 'List' },
  pasteChanges: (count: number) => ({
    ko: `${count}개가 바뀌어요.`,
    en: count === 1 ? '1 count changes.' : `${count} counts change.`,
  }),
  falls: (count: number) => ({ ko: `${count}개 줄어요`, en: count === 1 ? '1 falls' : `${count} fall` }),
  rises: (count: number) => ({ ko: `${count}개 늘어요`, en: count === 1 ? '1 rises' : `${count} rise` }),
  same: (count: number) => ({
    ko: `${count}개는 그대로예요`,
    en: count === 1 ? '1 stays the same' : `${count} stay the same`,
  }),
  asked: (count: number) => ({
    ko: `무엇인지 모르는 이름 ${count}개`,
    en: count === 1 ? '1 name is not known' : `${count} names are not known`,
  }),
  askedText: {
    ko: '아이템을 골라 주면 기억해서 다음부터 묻지 않아요. 고르지 않은 것은 저장하지 않아요.',
    en: 'Pick the items. The names are remembered, so they are asked only once. Names without an item are left out.',
  },
  whatIs: (name: string, count: string) => ({
    ko: `‘${name}’ ${count}개는 무엇인가요?`,
    en: `What is “${name}” (${count})?`,
  }),
  otherItem: { ko: '다른 아이템…', en: 'Another item…' },
  searchFor: (name: string) => ({ ko: `‘${name}’ 아이템 찾기`, en: `Find “${name}”` }),
  notRemembered: {
    ko: '재고는 바꿨지만 고른 이름은 기억하지 못했어요.',
    en: 'The counts are changed, but the names could not be remembered.',
  },
  pasteUnknown: (count: number) => ({
    ko: `수량이 없는 ${count}줄은 넣지 않아요.`,
    en: count === 1 ? '1 line without a count is left out.' : `${count} lines without a count are left out.`,
  }),
  undoPaste: (count: number) => ({
    ko: `붙여넣은 ${count}개 되돌리기`,
    en: `Undo the paste of ${count}`,
  }),
  undone: (restored: number, changed: number) => ({
    ko: `${restored}개를 되돌렸어요.${changed > 0 ? ` ${changed}개는 그 뒤에 바뀌어 그대로 두었어요.` : ''}`,
    en: `${pluralize(restored, 'count')} restored.${changed > 0 ? ` ${changed} changed since, and ${changed === 1 ? 'is' : 'are'} left as ${changed === 1 ? 'it is' : 'they are'}.` : ''}`,
  }),
  pasteApply: (count: number) => ({ ko: `${count}개 저장`, en: `Save ${pluralize(count, 'count')}` }),
} as const;
