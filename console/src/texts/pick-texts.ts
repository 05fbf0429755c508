import { countStudents } from './pluralize.ts';

/** Texts of the page that picks students to register. */
export const PICK = {
  title: { ko: '내 학생 고르기', en: 'Pick my students' },
  intro: {
    ko: '가진 학생을 누르세요. 또 누르면 별이 하나씩 늘고, 길게 누르면 하나 줄어요.',
    en: 'Tap the students you have. Each further tap adds a star, and a long press takes one back.',
  },
  introStars: {
    ko: '성급이 같은 학생이 여럿이면 아래에서 성급부터 정하세요. 고른 학생은 저장할 때까지 이 기기에 남아요.',
    en: 'For several with the same stars, choose the stars below first. Your picks stay on this device until you save.',
  },
  keys: [
    ['← ↑ → ↓', { ko: '이동', en: 'Move' }],
    ['Enter', { ko: '고르기, 별 늘리기', en: 'Pick, add a star' }],
    ['−', { ko: '별 줄이기', en: 'Take a star back' }],
    ['1 – 5', { ko: '성급', en: 'Stars' }],
    ['6 – 9', { ko: '고유무기 성급 1 – 4', en: 'Unique weapon stars 1 – 4' }],
    ['0', { ko: '기본 성급', en: 'Own stars' }],
  ],
  allSchools: { ko: '모든 학교', en: 'All schools' },
  ofOwnStars: (star: number) => ({ ko: `기본 성급 ★${star}`, en: `Own stars ★${star}` }),
  ofUnknownStars: { ko: '기본 성급을 모르는 학생', en: 'Own stars not known' },
  ownedOf: (owned: number, total: number) => ({ ko: `${total}명 중 ${owned}명`, en: `${owned} of ${total}` }),
  pickAll: { ko: '모두 고르기', en: 'Pick all' },
  unpickAll: { ko: '모두 빼기', en: 'Unpick all' },
  registered: { ko: '등록한 학생', en: 'in your roster already' },
  bar: { ko: '고른 학생', en: 'Picked students' },
  tapGives: { ko: '누르면', en: 'A tap gives' },
  undoPick: { ko: '마지막 선택 취소', en: 'Undo the last pick' },
  clear: { ko: '고른 학생 모두 빼기', en: 'Unpick everybody' },
  save: (count: number) =>
    count === 0 ? { ko: '저장', en: 'Save' } : { ko: `${count}명 저장`, en: `Save ${count}` },
  picked: (count: number) => ({ ko: `${count}명 고름`, en: `${countStudents(count)} picked` }),
  notPicked: { ko: '선택 해제', en: 'not picked' },
  saving: (done: number, total: number) => ({
    ko: `${total}명 중 ${done}명 저장`,
    en: `Saved ${done} of ${countStudents(total)}`,
  }),
} as const;
