const countStars = (count: number): string => (count === 1 ? '1 star' : `${count} stars`);

export const SHARE_TEXTS = {
  lastChanged: { ko: '마지막 변경', en: 'Last changed' },
  shown: { ko: '공개 항목', en: 'Shown' },
  name: { ko: '이름', en: 'Name' },
  borrow: { ko: '빌릴 수 있는 학생', en: 'Students to borrow' },
  student: { ko: '학생', en: 'Student' },
  students: { ko: '학생', en: 'Students' },
  stars: { ko: '성급', en: 'Stars' },
  kind: { ko: '역할 · 학교', en: 'Role · school' },
  marks: { ko: '공격 · 방어', en: 'Attack · armor' },
  goal: { ko: '목표', en: 'Goal' },
  empty: { ko: '아직 보여 줄 학생이 없어요.', en: 'There are no students to show yet.' },
  starsOf: (tier: number, weaponTier: number) => ({
    ko: weaponTier > 0 ? `성급 ${tier}, 고유무기 성급 ${weaponTier}` : `성급 ${tier}`,
    en: weaponTier > 0 ? `${countStars(tier)}, weapon ${countStars(weaponTier)}` : countStars(tier),
  }),

  find: { ko: '학생 이름 검색', en: 'Search students' },
  filters: { ko: '필터', en: 'Filters' },
  order: { ko: '순서', en: 'Order' },
  orders: {
    stars: { ko: '성급순', en: 'By stars' },
    level: { ko: '레벨순', en: 'By level' },
    bond: { ko: '인연순', en: 'By bond' },
    name: { ko: '이름순', en: 'By name' },
  },
  ascending: { ko: '오름차순', en: 'ascending' },
  descending: { ko: '내림차순', en: 'descending' },
  view: { ko: '보기', en: 'View' },
  cards: { ko: '카드', en: 'Cards' },
  table: { ko: '표', en: 'Table' },
  count: (count: number) => ({ ko: `${count}명`, en: count === 1 ? '1 student' : `${count} students` }),
  /** The script fills in how many students are shown, in place of the braces. */
  countOf: (count: number) => ({ ko: `${count}명 중 {}명`, en: `{} of ${count}` }),
  noneFound: { ko: '조건에 맞는 학생이 없어요.', en: 'No students match.' },
  clear: { ko: '조건 지우기', en: 'Clear filters' },

  made: { ko: 'Rollbook 출석부로 만든 페이지예요.', en: 'Made with Rollbook.' },
  json: { ko: '프로그램용 JSON', en: 'JSON for programs' },
} as const;

/** The texts in place of a roster. */
export const SHARE_NOTICES = {
  gone: {
    title: { ko: '없거나 만료된 링크예요', en: 'This link does not exist or has ended' },
    text: {
      ko: '보낸 사람이 새 링크를 만들어 보내 줄 수 있어요.',
      en: 'Whoever sent it can send you a new one.',
    },
  },
  busy: {
    title: { ko: '지금은 열 수 없어요', en: 'This link cannot be opened right now' },
    text: {
      ko: '같은 네트워크에서 링크를 너무 많이 열었어요. 1분 뒤에 새로 고침하세요.',
      en: 'Your network has opened too many links. Reload the page in a minute.',
    },
  },
} as const;

/** The filters of students beside their stars, in this order. */
export const FILTER_TEXTS = {
  school: { ko: '학교', en: 'School' },
  role: { ko: '역할', en: 'Role' },
  attack: { ko: '공격', en: 'Attack' },
  armor: { ko: '방어', en: 'Armor' },
} as const;
export type FilterAttribute = keyof typeof FILTER_TEXTS;
export const FILTER_ATTRIBUTES = Object.keys(FILTER_TEXTS) as FilterAttribute[];
