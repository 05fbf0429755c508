import type { Bilingual } from '../../../contract/bilingual.ts';
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
  bulkFields: { ko: '바꿀 항목', en: 'What to change' },
  boxes: {
    tier: { ko: '성급', en: 'Stars' },
    level: { ko: '레벨', en: 'Level' },
    skills: { ko: '스킬', en: 'Skills' },
    gear: { ko: '장비 티어', en: 'Gear tiers' },
    gearLevels: { ko: '장비 레벨', en: 'Gear levels' },
    weaponTier: { ko: '고유무기 성급', en: 'Weapon stars' },
    weaponLevel: { ko: '고유무기 레벨', en: 'Weapon level' },
    abilities: { ko: '능력 개방', en: 'Abilities' },
    favouriteItem: { ko: '애용품', en: 'Favourite item' },
    bond: { ko: '인연 랭크', en: 'Bond rank' },
  },
  boxInvalid: (example: string) => ({
    ko: `${example}처럼 적으세요. 그대로 둘 값은 -로 적어요.`,
    en: `Enter values such as ${example}, with - for one that stays.`,
  }),
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
  leftOut: (count: number, fields: Bilingual) => ({
    ko: `${count}명은 ${fields.ko} 제외`,
    en: `${count} without ${fields.en}`,
  }),
  reasons: {
    noWeapon: { ko: '고유무기가 없어요.', en: 'They have no unique weapon.' },
    hasWeapon: { ko: '이미 가진 고유무기와 맞지 않아요.', en: 'It does not fit the weapon that they have.' },
  },
  raiseToo: (parts: readonly Bilingual[], count: number) => ({
    ko: `${parts.map(({ ko }) => ko).join('·')}으로 함께 올리기 (${count})`,
    en: `Raise to ${parts.map(({ en }) => en).join(' and ')} too (${count})`,
  }),
  raiseTier: (tier: number) => ({ ko: `${tier}성`, en: countStars(tier) }),
  raiseWeapon: (tier: number) => ({ ko: `고유 ${tier}성`, en: `weapon ${countStars(tier)}` }),
  raiseLevel: (level: number) => ({ ko: `레벨 ${level}`, en: `level ${level}` }),
  /** A slot's, whose number stands in the label of what is left out. */
  raiseGear: (tier: number) => ({ ko: `장비 ${tier}티어 이상`, en: `gear T${tier}` }),
  apply: (count: number) => ({ ko: `${count}명 저장`, en: `Save ${count}` }),
  applying: (done: number, total: number) => ({ ko: `${total}명 중 ${done}명`, en: `${done} of ${total}` }),
} as const;
