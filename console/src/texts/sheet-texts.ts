import type { SheetMeaning } from '../../../client/formats/sheet-meanings.ts';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { FIELD_LABELS } from './field-texts.ts';
import { particleAfter } from './korean-particles.ts';
import { countStudents } from './pluralize.ts';

const { tier, weaponTier, ...fields } = FIELD_LABELS;

/** What a column of a spreadsheet can say. */
export const MEANING_LABELS: Record<SheetMeaning, Bilingual> = {
  ignored: { ko: '가져오지 않음', en: 'Do not import' },
  name: { ko: '학생 이름', en: 'Name of the student' },
  studentUid: { ko: '학생 UID', en: 'Student UID' },
  owned: { ko: '보유 여부', en: 'Owned or not' },
  stars: { ko: '성급 (고유무기를 함께 적은 칸도)', en: 'Stars, also with those of the weapon' },
  weapon: { ko: '고유무기', en: 'Unique weapon' },
  skills: { ko: '스킬 한 칸에 (EX/기본/강화/서브)', en: 'All skills: EX/basic/enhanced/sub' },
  gear: { ko: '장비 한 칸에 (1/2/3)', en: 'All gear: 1/2/3' },
  abilities: { ko: '능력 개방 한 칸에 (체력/공격력/치유력)', en: 'All unlocks: HP/attack/healing' },
  ...fields,
};

/** Texts of what an import asks about spreadsheets, and remembers. */
export const SHEET = {
  columnsTitle: { ko: '이 열은 무엇인가요?', en: 'What are these columns?' },
  columnsText: {
    ko: '제목을 알 수 없는 열이에요. 한 번 알려 주면 이 계정에 기억해서 다음부터 묻지 않아요. 제목이 없는 열은 이번에만 적용돼요.',
    en: 'Their headings are not known. Your answer is remembered for this account, so it is asked only once. Columns without a heading are asked each time.',
  },
  place: (place: string) => ({ ko: `${place}번째 열`, en: `Column ${place}` }),
  firstValues: (values: readonly string[]) => ({
    ko: `첫 값: ${values.join(', ')}`,
    en: `First values: ${values.join(', ')}`,
  }),
  back: { ko: '다른 목록 고르기', en: 'Choose another list' },

  namesTitle: (count: number) => ({
    ko: `누구인지 모르는 이름 ${count}개`,
    en: count === 1 ? '1 name is not known' : `${count} names are not known`,
  }),
  namesText: {
    ko: '학생을 골라 주면 별명으로 기억해서 다음부터 알아봐요. 새로 나온 학생이라 아직 없다면 아래에서 기억해 둘 수 있어요.',
    en: 'Pick the students. The names are remembered, so they are known from now on. The row of a student who is too new to be found can be kept below.',
  },
  search: { ko: '다른 학생…', en: 'Another student…' },
  searchFor: (name: string) => ({ ko: `‘${name}’ 학생 찾기`, en: `Find “${name}”` }),
  candidatesFor: (name: string) => ({
    ko: `‘${name}’${particleAfter(name, '은')} 누구인가요?`,
    en: `Who is “${name}”?`,
  }),
  take: (count: number) => ({ ko: `고른 ${count}명 넣기`, en: `Add ${countStudents(count)}` }),
  takeFirst: (count: number) => ({
    ko: `고른 이름 ${count}개 먼저 넣기`,
    en: count === 1 ? 'Add the picked name first' : `Add the ${count} picked names first`,
  }),
  taken: (count: number) => ({
    ko: `이름 ${count}개를 기억했어요.`,
    en: count === 1 ? '1 name is remembered.' : `${count} names are remembered.`,
  }),

  starsTitle: (count: number) => ({
    ko: `성급을 읽지 못한 새 학생 ${count}명`,
    en:
      count === 1
        ? 'The stars of 1 new student cannot be read'
        : `The stars of ${count} new students cannot be read`,
  }),
  starsText: {
    ko: '성급을 골라 주면 함께 저장해요. 고르지 않은 학생은 저장하지 않아요.',
    en: 'Choose their stars to save them too. Students without stars are not saved.',
  },
  starsOf: (name: string) => ({ ko: `${name} 성급`, en: `Stars of ${name}` }),
  noStars: { ko: '저장하지 않음', en: 'Do not save' },

  memoryTitle: (count: number) => ({
    ko: `가져오기에서 기억한 것 ${count}개`,
    en: `Remembered of imports: ${count}`,
  }),
  memoryText: {
    ko: '가져올 때 알려 준 내용이에요. 누르면 지워지고, 다음에 다시 물어요.',
    en: 'What you have told about your imports. Select one to forget it; it is asked again then.',
  },
  headings: { ko: '열 제목', en: 'Headings' },
  aliases: { ko: '학생 별명', en: 'Names of students' },
  items: { ko: '아이템 이름', en: 'Names of items' },
  keptRows: { ko: '아직 없는 학생', en: 'Students not known yet' },
  keptRowsText: {
    ko: '이 서버의 학생 정보에 들어오면 저장할지 물어봐요.',
    en: 'You are asked about their rows when the catalogue has them.',
  },
  forget: (what: string) => ({ ko: `‘${what}’ 지우기`, en: `Forget “${what}”` }),
} as const;
