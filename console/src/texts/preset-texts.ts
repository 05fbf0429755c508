import { MAX_OWN_PRESETS } from '../../../contract/limits.ts';

/** Texts of the presets that a player has made. */
export const PRESETS = {
  own: { ko: '내 프리셋', en: 'My presets' },
  name: { ko: '지금 값의 이름', en: 'Name for these values' },
  nameHint: {
    ko: '지금 입력한 값을 이 이름으로 저장해요. 다른 학생에게도 한 번에 쓸 수 있어요.',
    en: 'Keeps the values entered here, for other students too.',
  },
  needsValues: { ko: '먼저 아래에 값을 입력하세요.', en: 'Enter values below first.' },
  save: { ko: '프리셋으로 저장', en: 'Keep as a preset' },
  replace: { ko: '바꾸기', en: 'Replace' },
  saved: (name: string) => ({ ko: `프리셋 ‘${name}’을(를) 저장했어요.`, en: `Kept the preset “${name}”.` }),
  remove: (name: string) => ({ ko: `프리셋 ${name} 지우기`, en: `Remove preset ${name}` }),
  removed: (name: string) => ({
    ko: `프리셋 ‘${name}’을(를) 지웠어요.`,
    en: `Removed the preset “${name}”.`,
  }),
  full: {
    ko: `프리셋은 ${MAX_OWN_PRESETS}개까지예요. 쓰지 않는 것을 지우면 더 만들 수 있어요.`,
    en: `There can be ${MAX_OWN_PRESETS} presets. Remove one to make another.`,
  },
} as const;
