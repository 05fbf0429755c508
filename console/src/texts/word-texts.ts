import { pluralize } from './pluralize.ts';

/** Words that several of the pages after the roster use, so that each says the same. */
export const WORDS = {
  custom: { ko: '직접 입력', en: 'Custom' },
  days: (days: number) => ({ ko: `${days}일`, en: pluralize(days, 'day') }),
  daysLabel: { ko: '유효 기간(일)', en: 'Number of days' },
  discard: { ko: '되돌리기', en: 'Discard' },
  expires: { ko: '만료', en: 'Expires' },
  found: { ko: '찾은 학생', en: 'Students found' },
  lastUsed: { ko: '마지막 사용', en: 'Last used' },
  name: { ko: '이름', en: 'Name' },
  noneFound: { ko: '찾는 학생이 없어요.', en: 'No student found.' },
  now: { ko: '지금', en: 'Now' },
  numberInvalid: (max: number) => ({
    ko: `1부터 ${max}까지의 정수를 입력하세요.`,
    en: `Enter a whole number from 1 to ${max}.`,
  }),
  ownStudents: { ko: '내 학생', en: 'My students' },
  paused: { ko: '멈춤', en: 'Paused' },
  people: (count: number) => ({ ko: `${count}명`, en: `${count}` }),
  review: { ko: '바뀔 내용 보기', en: 'See what would change' },
  revoke: { ko: '폐기', en: 'Revoke' },
  showMore: { ko: '더 보기', en: 'Show more' },
  students: { ko: '학생', en: 'Students' },
  thisBrowser: { ko: '이 브라우저', en: 'This browser' },
  unknown: { ko: '알 수 없음', en: 'Unknown' },
  validFor: { ko: '유효 기간', en: 'Valid for' },
  weapon: { ko: '고유무기', en: 'Unique weapon' },
} as const;
