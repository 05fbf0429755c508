import type { Bilingual } from '../../../contract/bilingual.ts';
import type { StateName } from '../../../contract/state-fields.ts';
import type { MissingValue } from '../roster/filter-roster.ts';
import type { RosterOrder } from '../roster/sort-roster.ts';
import { countStudents, pluralize } from './pluralize.ts';

/** Below a heading that says that this is missing. */
export const MISSING_LABELS: Record<MissingValue, Bilingual> = {
  unrecorded: { ko: '기록', en: 'Values' },
  skills: { ko: '최대 스킬', en: 'Top skills' },
  equipment: { ko: '최대 장비', en: 'Top gear' },
  weapon: { ko: '고유무기', en: 'Unique weapon' },
};

type NamedOrder = Exclude<RosterOrder['by'], Exclude<StateName, 'level' | 'bond'>>;
export const ORDER_LABELS: Record<NamedOrder, Bilingual> = {
  catalogue: { ko: '기본 순서', en: 'Default' },
  name: { ko: '이름순', en: 'By name' },
  stars: { ko: '성급 높은 순', en: 'Most stars first' },
  level: { ko: '레벨 높은 순', en: 'Highest level first' },
  bond: { ko: '인연 높은 순', en: 'Highest bond first' },
  released: { ko: '최근 출시순', en: 'Newest first' },
  star: { ko: '기본 성급 높은 순', en: 'Initial stars, high to low' },
  school: { ko: '학교순', en: 'By school' },
  role: { ko: '역할순', en: 'By role' },
  attack: { ko: '공격순', en: 'By attack' },
  armor: { ko: '방어순', en: 'By armor' },
};

export const countStars = (tier: number): string => pluralize(tier, 'star');
/** How many values an average is of, where some are not recorded. */
const recordedKo = (count: number | undefined): string => (count === undefined ? '' : `기록한 ${count}명의 `);
const recordedEn = (count: number | undefined): string => (count === undefined ? '' : ` (${count} recorded)`);

/** Texts of the roster page. */
export const ROSTER = {
  recruitedOf: (recruited: number, total: number) => ({
    ko: `${total}명 중 ${recruited}명 모집`,
    en: `${recruited} of ${total} recruited`,
  }),
  averageLevel: (level: string, count?: number) => ({
    ko: `${recordedKo(count)}평균 레벨 ${level}`,
    en: `average level ${level}${recordedEn(count)}`,
  }),
  averageBond: (bond: string, count?: number) => ({
    ko: `${recordedKo(count)}평균 인연 랭크 ${bond}`,
    en: `average bond rank ${bond}${recordedEn(count)}`,
  }),
  facts: { ko: '자세히', en: 'Details' },
  stars: { ko: '성급', en: 'Stars' },
  starRank: (tier: number, weaponTier: number) =>
    weaponTier > 0
      ? { ko: `고유무기 성급 ${weaponTier}`, en: `unique weapon, ${countStars(weaponTier)}` }
      : { ko: `성급 ${tier}`, en: countStars(tier) },
  shortRank: (tier: number, weaponTier: number) =>
    weaponTier > 0
      ? { ko: `고유무기 ★${weaponTier}`, en: `weapon ★${weaponTier}` }
      : { ko: `★${tier}`, en: `★${tier}` },
  starsOf: (tier: number, weaponTier: number) => ({
    ko: weaponTier > 0 ? `성급 ${tier}, 고유무기 성급 ${weaponTier}` : `성급 ${tier}`,
    en: weaponTier > 0 ? `${countStars(tier)}, weapon ${countStars(weaponTier)}` : countStars(tier),
  }),
  ownStars: (tier: number) => ({ ko: `기본 성급 ${tier}`, en: `own stars: ${tier}` }),
  unreleased: (count: number) => ({ ko: `미출시 학생 보기 (${count})`, en: `Show unreleased (${count})` }),
  unreleasedMark: { ko: '미출시', en: 'Unreleased' },
  newStudent: { ko: '새로 나온 학생', en: 'new in the game' },
  newStudents: (count: number) => ({
    ko: `새로 나온 학생 ${count}명:`,
    en: count === 1 ? 'New in the game:' : `${count} students new in the game:`,
  }),
  newOthers: (count: number) => ({ ko: `외 ${count}명`, en: `and ${count} more` }),
  people: (count: number) => ({ ko: `${count}명`, en: countStudents(count) }),

  search: { ko: '학생 이름 검색', en: 'Search' },
  recruitment: { ko: '모집 여부', en: 'Recruited or not' },
  recruited: {
    all: { ko: '모두', en: 'All' },
    recruited: { ko: '모집', en: 'Recruited' },
    'not-recruited': { ko: '미모집', en: 'Not recruited' },
  },
  order: { ko: '순서', en: 'Order' },
  byColumn: (label: string) => ({ ko: `${label} 기준`, en: `By ${label}` }),
  layouts: { grid: { ko: '카드', en: 'Cards' }, table: { ko: '표', en: 'Table' } },
  select: { ko: '선택', en: 'Select' },
  shortcuts: { ko: '단축키', en: 'Shortcuts' },

  pick: { ko: '여러 명 한 번에 고르기', en: 'Pick several at once' },
  notRecruited: { ko: '미모집', en: 'Not recruited' },
  level: { ko: 'Lv', en: 'Lv' },
  bond: { ko: '인연', en: 'Bond' },
  skills: { ko: '스킬', en: 'Skills' },
  gear: { ko: '장비', en: 'Gear' },
  student: { ko: '학생', en: 'Student' },

  registerWith: (name: string, tier: number) => ({
    ko: `${name} 등록: 성급 ${tier}`,
    en: `Register ${name} with ${countStars(tier)}`,
  }),
  registeredWith: (name: string, tier: number) => ({
    ko: `등록했어요: ${name} ★${tier}`,
    en: `Registered: ${name} ★${tier}`,
  }),
  noneTitle: { ko: '조건에 맞는 학생이 없어요', en: 'No students match' },
  noneText: { ko: '검색어나 조건을 바꿔 보세요.', en: 'Change the search or the filters.' },
  clearFilters: { ko: '조건 지우기', en: 'Clear the filters' },

  stepsBack: {
    undo: {
      done: ({ ko, en }: Bilingual) => ({ ko: `되돌렸어요: ${ko}`, en: `Undone: ${en}` }),
      conflicts: (count: number) => ({
        ko: `그 사이에 다른 곳에서 바뀐 학생 ${count}명은 되돌리지 않았어요.`,
        en: `Not undone for ${countStudents(count)} changed elsewhere since.`,
      }),
      none: { ko: '이 페이지에서 되돌릴 변경이 없어요.', en: 'Nothing on this page to undo.' },
    },
    redo: {
      done: ({ ko, en }: Bilingual) => ({ ko: `다시 실행했어요: ${ko}`, en: `Redone: ${en}` }),
      conflicts: (count: number) => ({
        ko: `그 사이에 다른 곳에서 바뀐 학생 ${count}명은 다시 실행하지 않았어요.`,
        en: `Not redone for ${countStudents(count)} changed elsewhere since.`,
      }),
      none: { ko: '다시 실행할 변경이 없어요.', en: 'Nothing to redo.' },
    },
  },
  loadedAt: (time: string) => ({ ko: `${time}에 확인`, en: `Checked at ${time}` }),
  week: (growth: string) => ({ ko: `이번 주 ${growth}`, en: `This week: ${growth}` }),
  weekNew: (count: number) => ({ ko: `새 학생 ${count}명`, en: `${count} new` }),
  weekGrown: (count: number) => ({ ko: `${count}명 성장`, en: `${count} grown` }),
  weekBond: (ranks: number) => ({ ko: `인연 +${ranks}`, en: `bond +${ranks}` }),
  refresh: { ko: '새로 고침', en: 'Refresh' },
  refreshed: (count: number) => ({
    ko: `다른 곳에서 바뀐 학생 ${count}명을 반영했어요.`,
    en: `Updated ${countStudents(count)} changed elsewhere.`,
  }),

  firstSetStars: {
    ko: '모집하지 않은 학생이에요. 먼저 성급을 입력하세요.',
    en: 'This student is not recruited. Enter the stars first.',
  },
} as const;
