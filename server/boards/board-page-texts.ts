import type { Bilingual } from '../../contract/bilingual.ts';

/** Texts of the page of a board, beside those of a link. */
export const BOARD_TEXTS = {
  members: (count: number): Bilingual => ({
    ko: `${count}명 참여`,
    en: count === 1 ? '1 member' : `${count} members`,
  }),
  students: (count: number): Bilingual => ({
    ko: `학생 ${count}명`,
    en: count === 1 ? '1 student' : `${count} students`,
  }),
  summary: (members: string): Bilingual => ({
    ko: `누가 어떤 학생을 키웠는지 나란히: ${members}`,
    en: `Who has raised whom, side by side: ${members}`,
  }),
  borrow: { ko: '빌릴 수 있는 학생', en: 'Students to borrow' },
  of: (count: number, all: number): Bilingual => ({ ko: `${all}명 중 ${count}명`, en: `${count} of ${all}` }),
  counts: { ko: '보이는 학생 중 가진 수', en: 'How many of these students each has' },
  has: { ko: '있음', en: 'yes' },
  none: { ko: '없음', en: 'no' },
  owners: (name: string): Bilingual => ({ ko: `${name}, 누가 있나요`, en: `${name}, who has her` }),
  close: { ko: '닫기', en: 'Close' },
  empty: {
    ko: '아직 올라온 링크가 없어요. 참여 주소를 받은 사람이 링크를 올리면 여기에 보여요.',
    en: 'No link stands here yet. Whoever was sent the address to join can add one.',
  },
} as const;
