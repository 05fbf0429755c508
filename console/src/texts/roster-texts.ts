import type { Bilingual } from '../../../contract/bilingual.ts';
import type { StateName } from '../../../contract/state-fields.ts';
import type { MissingValue } from '../roster/filter-roster.ts';
import type { RosterOrder } from '../roster/sort-roster.ts';

/** Heads of the columns of the table. */
export const COLUMN_LABELS: Record<StateName, Bilingual> = {
  tier: { ko: '성급', en: '★' },
  weaponTier: { ko: '고유', en: 'UE' },
  level: { ko: '레벨', en: 'Lv' },
  skillEx: { ko: 'EX', en: 'EX' },
  skillNormal: { ko: '기본', en: 'Basic' },
  skillEnhanced: { ko: '강화', en: 'Enh.' },
  skillSub: { ko: '서브', en: 'Sub' },
  equip1: { ko: '장비1', en: 'G1' },
  equip2: { ko: '장비2', en: 'G2' },
  equip3: { ko: '장비3', en: 'G3' },
  equip1Level: { ko: '1 Lv', en: 'G1 Lv' },
  equip2Level: { ko: '2 Lv', en: 'G2 Lv' },
  equip3Level: { ko: '3 Lv', en: 'G3 Lv' },
  equipSpecial: { ko: '애용품', en: 'Fav.' },
  weaponLevel: { ko: '고유 Lv', en: 'UE Lv' },
  abilityHp: { ko: '체력', en: 'HP' },
  abilityAtk: { ko: '공격', en: 'ATK' },
  abilityHeal: { ko: '치유', en: 'Heal' },
  bond: { ko: '인연', en: 'Bond' },
  bondExp: { ko: '경험치', en: 'Exp.' },
};

export const MISSING_LABELS: Record<MissingValue, Bilingual> = {
  unrecorded: { ko: '기록하지 않은 값', en: 'Values not recorded' },
  level: { ko: '최대 레벨 미만', en: 'Below the top level' },
  skills: { ko: '최대 스킬 미만', en: 'Below the top skills' },
  equipment: { ko: '최대 장비 미만', en: 'Below the top gear' },
  weapon: { ko: '고유무기 없음', en: 'No unique weapon' },
};

type NamedOrder = Extract<RosterOrder['by'], 'catalogue' | 'name' | 'stars' | 'level' | 'bond'>;
export const ORDER_LABELS: Record<NamedOrder, Bilingual> = {
  catalogue: { ko: '기본 순서', en: 'Default order' },
  name: { ko: '이름순', en: 'By name' },
  stars: { ko: '성급 높은 순', en: 'Most stars first' },
  level: { ko: '레벨 높은 순', en: 'Highest level first' },
  bond: { ko: '인연 높은 순', en: 'Highest bond first' },
};

/** Texts of the roster page. */
export const ROSTER = {
  title: { ko: '학생', en: 'Roster' },
  recruitedOf: (recruited: number, total: number) => ({
    ko: `${total}명 중 ${recruited}명 모집`,
    en: `${recruited} of ${total} recruited`,
  }),
  averageLevel: (level: string) => ({ ko: `평균 레벨 ${level}`, en: `average level ${level}` }),
  averageBond: (bond: string) => ({ ko: `평균 인연 랭크 ${bond}`, en: `average bond rank ${bond}` }),
  stars: { ko: '성급별', en: 'By stars' },
  starRank: (tier: number, weaponTier: number) =>
    weaponTier > 0
      ? { ko: `고유무기 성급 ${weaponTier}`, en: `unique weapon, ${weaponTier} stars` }
      : { ko: `성급 ${tier}`, en: `${tier} stars` },
  starsOf: (tier: number, weaponTier: number) => ({
    ko: weaponTier > 0 ? `성급 ${tier}, 고유무기 성급 ${weaponTier}` : `성급 ${tier}`,
    en: weaponTier > 0 ? `${tier} stars, weapon ${weaponTier} stars` : `${tier} stars`,
  }),
  people: (count: number) => ({ ko: `${count}명`, en: count === 1 ? '1 student' : `${count} students` }),

  search: { ko: '학생 이름 검색', en: 'Search students' },
  recruitment: { ko: '모집 여부', en: 'Recruited or not' },
  recruited: {
    all: { ko: '모두', en: 'All' },
    recruited: { ko: '모집', en: 'Recruited' },
    'not-recruited': { ko: '미모집', en: 'Others' },
  },
  missing: { ko: '부족한 것', en: 'What is missing' },
  anything: { ko: '부족한 것…', en: 'Missing…' },
  order: { ko: '순서', en: 'Order' },
  byColumn: (label: string) => ({ ko: `${label} 기준`, en: `By ${label}` }),
  layout: { ko: '보기', en: 'View' },
  layouts: { grid: { ko: '카드', en: 'Cards' }, table: { ko: '표', en: 'Table' } },
  undo: { ko: '실행 취소', en: 'Undo' },
  select: { ko: '선택', en: 'Select' },
  shortcuts: { ko: '단축키', en: 'Shortcuts' },
  shortcutList: {
    grid: [
      ['/', { ko: '검색', en: 'Search' }],
      ['← ↑ → ↓', { ko: '이동', en: 'Move' }],
      ['Enter', { ko: '열기', en: 'Open' }],
      ['Esc', { ko: '닫기, 지우기', en: 'Close, clear' }],
      ['Ctrl Z', { ko: '실행 취소', en: 'Undo' }],
      ['PgUp PgDn', { ko: '앞뒤 학생(열린 창에서)', en: 'Student before or after, in the panel' }],
    ],
    table: [
      ['/', { ko: '검색', en: 'Search' }],
      ['← ↑ → ↓', { ko: '칸 이동', en: 'Move between cells' }],
      ['0 – 9', { ko: '값 입력', en: 'Type a value' }],
      ['Enter', { ko: '저장하고 아래로, 고치기', en: 'Save and go down, edit' }],
      ['Tab', { ko: '저장하고 오른쪽으로', en: 'Save and go right' }],
      ['Delete', { ko: '값 지우기', en: 'Clear the value' }],
      ['Esc', { ko: '취소', en: 'Cancel' }],
      ['Ctrl Z', { ko: '실행 취소', en: 'Undo' }],
    ],
  },

  notRecruited: { ko: '미모집', en: 'Not recruited' },
  unknown: { ko: '기록 없음', en: 'not recorded' },
  level: { ko: 'Lv', en: 'Lv' },
  bond: { ko: '인연', en: 'Bond' },
  skills: { ko: '스킬', en: 'Skills' },
  gear: { ko: '장비', en: 'Gear' },
  student: { ko: '학생', en: 'Student' },

  emptyTitle: { ko: '아직 모집한 학생이 없습니다', en: 'No recruited students yet' },
  emptyText: {
    ko: '학생을 골라 성급을 정하면 등록됩니다. 다른 도구의 목록이 있으면 가져올 수 있습니다.',
    en: 'Pick a student and set the stars to register it. If you keep a list elsewhere, import it.',
  },
  noneTitle: { ko: '맞는 학생이 없습니다', en: 'No student matches' },
  noneText: { ko: '검색어나 조건을 바꾸십시오.', en: 'Change the search or the filters.' },
  clearFilters: { ko: '조건 지우기', en: 'Clear the filters' },
  importLink: { ko: '가져오기', en: 'Import' },

  panelIntro: {
    ko: '아직 모집하지 않은 학생입니다. 성급을 정하면 등록할 수 있습니다.',
    en: 'This student is not recruited yet. Set the stars to register it.',
  },
  groups: {
    growth: { ko: '성장', en: 'Growth' },
    skills: { ko: '스킬', en: 'Skills' },
    gear: { ko: '장비', en: 'Gear' },
    ability: { ko: '능력 개방', en: 'Ability unlock' },
    bond: { ko: '인연', en: 'Bond' },
  },
  minus: { ko: '1 줄이기', en: 'One less' },
  plus: { ko: '1 늘리기', en: 'One more' },
  maximum: { ko: '최대', en: 'Max' },
  noWeapon: { ko: '없음', en: 'None' },
  save: { ko: '저장', en: 'Save' },
  saveCount: (count: number) => ({ ko: `저장 (${count})`, en: `Save (${count})` }),
  register: { ko: '모집으로 등록', en: 'Register' },
  discard: { ko: '되돌리기', en: 'Discard' },
  previous: { ko: '앞 학생', en: 'Previous student' },
  next: { ko: '다음 학생', en: 'Next student' },
  unsaved: { ko: '저장하지 않은 변경이 있습니다.', en: 'There are unsaved changes.' },
  closeAnyway: { ko: '저장하지 않고 닫기', en: 'Close without saving' },
  saved: { ko: '저장했습니다.', en: 'Saved.' },
  registered: { ko: '등록했습니다.', en: 'Registered.' },
  removed: { ko: '모집 해제했습니다.', en: 'Removed from the roster.' },
  undone: { ko: '되돌렸습니다.', en: 'Undone.' },
  undoConflict: (count: number) => ({
    ko: `다른 도구가 그 사이에 바꾼 학생 ${count}명은 되돌리지 않았습니다.`,
    en: `Not undone for ${count === 1 ? '1 student' : `${count} students`} that another tool changed since.`,
  }),
  remove: { ko: '모집 해제', en: 'Remove' },
  removeTitle: (name: string) => ({ ko: `${name} 모집 해제`, en: `Remove ${name}` }),
  removeText: {
    ko: '성장 상태와 인연이 함께 삭제됩니다. 바로 실행 취소하면 되돌릴 수 있습니다.',
    en: 'The growth state and the bond are deleted. You can undo this right after.',
  },
  bondInterval: (from: number, to: number) => ({
    ko: `이 랭크의 누적 경험치는 ${from}부터 ${to}까지입니다.`,
    en: `This rank spans ${from} to ${to} experience.`,
  }),
  bondLeft: (left: number) => ({
    ko: `다음 랭크까지 ${left} 남았습니다.`,
    en: `${left} left to the next rank.`,
  }),
  bondOtherRank: (rank: number) => ({
    ko: `이 경험치는 ${rank}랭크입니다. 랭크를 바꾸지 않으면 경험치는 저장되지 않습니다.`,
    en: `This experience is rank ${rank}. It is not kept unless you change the rank.`,
  }),
  useRank: (rank: number) => ({ ko: `${rank}랭크로 바꾸기`, en: `Change to rank ${rank}` }),
  changedElsewhere: {
    ko: '다른 도구가 이 학생을 바꾸었습니다. 바뀐 칸에 표시했으며, 입력한 값은 아직 저장되지 않았습니다.',
    en: 'Another tool changed this student. The fields are marked; what you entered is not saved yet.',
  },
  removedElsewhere: {
    ko: '다른 도구가 이 학생을 모집 해제했습니다. 저장하면 다시 등록됩니다.',
    en: 'Another tool removed this student. Saving registers it again.',
  },
  fieldElsewhere: (from: string, to: string) => ({
    ko: `다른 도구가 바꿈: ${from} → ${to}`,
    en: `Changed by another tool: ${from} → ${to}`,
  }),
  loadedAt: (time: string) => ({ ko: `${time}에 확인`, en: `Checked at ${time}` }),
  refresh: { ko: '새로 고침', en: 'Refresh' },
  refreshed: (count: number) => ({
    ko: `다른 도구가 바꾼 학생 ${count}명을 반영했습니다.`,
    en: `Updated ${count === 1 ? '1 student' : `${count} students`} that another tool changed.`,
  }),

  selected: (count: number) => ({ ko: `${count}명 선택`, en: `${count} selected` }),
  selectAll: (count: number) => ({ ko: `모두 선택 (${count})`, en: `Select all (${count})` }),
  selectNone: { ko: '선택 해제', en: 'Clear' },
  changeSelected: { ko: '값 바꾸기', en: 'Change values' },
  endSelecting: { ko: '선택 끝내기', en: 'Done' },
  bulkTitle: (count: number) => ({ ko: `${count}명의 값 바꾸기`, en: `Change ${count} students` }),
  bulkField: { ko: '항목', en: 'Field' },
  bulkValue: { ko: '값', en: 'Value' },
  addField: { ko: '항목 추가', en: 'Add a field' },
  removeField: { ko: '항목 빼기', en: 'Remove this field' },
  onlyRaise: { ko: '이미 더 높은 값은 그대로 두기', en: 'Leave values alone that are higher already' },
  preview: { ko: '미리 보기', en: 'Preview' },
  willChange: (count: number) => ({ ko: `${count}명이 바뀝니다.`, en: `${count} will change.` }),
  unchanged: (count: number) => ({ ko: `${count}명은 그대로입니다.`, en: `${count} stay as they are.` }),
  skipped: (count: number) => ({
    ko: `모집하지 않은 ${count}명은 제외합니다.`,
    en: `${count} are not recruited and left out.`,
  }),
  refused: (count: number) => ({
    ko: `규칙에 맞지 않는 ${count}명은 제외합니다.`,
    en: `${count} would break a rule and are left out.`,
  }),
  apply: (count: number) => ({ ko: `${count}명 저장`, en: `Save ${count}` }),
  applying: (done: number, total: number) => ({ ko: `${total}명 중 ${done}명`, en: `${done} of ${total}` }),
  bulkSaved: (count: number) => ({
    ko: `${count}명을 저장했습니다.`,
    en: `Saved ${count === 1 ? '1 student' : `${count} students`}.`,
  }),
  bulkConflicts: (count: number) => ({
    ko: `다른 도구가 먼저 바꾼 ${count}명은 저장하지 않았습니다.`,
    en: `${count} were changed by another tool first and not saved.`,
  }),
  bulkFailed: (count: number) => ({
    ko: `${count}명은 저장하지 못했습니다.`,
    en: `${count} could not be saved.`,
  }),
  firstSetStars: {
    ko: '모집하지 않은 학생입니다. 먼저 성급을 입력하십시오.',
    en: 'This student is not recruited. Enter the stars first.',
  },
} as const;
