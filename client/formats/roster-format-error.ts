import type { Bilingual } from '../../contract/bilingual.ts';
import { ROSTER_FORMATS, type RosterFormat } from './parsed-roster.ts';

/** The whole text cannot be read, or the format cannot be written. */
export class RosterFormatError extends Error {
  override readonly name = 'RosterFormatError';
  /** The message in Korean. */
  readonly ko: string;
  /** The message in English. */
  readonly en: string;

  constructor({ ko, en }: Bilingual) {
    super(en);
    this.ko = ko;
    this.en = en;
  }
}

const listTitles = (formats: readonly RosterFormat[]): string =>
  formats.map((format) => ROSTER_FORMATS[format]).join(', ');

export const FORMAT_ERRORS = {
  empty: { ko: '읽을 내용이 없어요.', en: 'There is nothing to read.' },
  tooLarge: {
    ko: '내용이 너무 커요. 50MB까지 읽어요.',
    en: 'The text is too large. The limit is 50 MB.',
  },
  tooSlow: {
    ko: '내용을 2초 안에 읽지 못해 읽기를 멈췄어요. 다른 도구에서 내보낸 그대로인지 확인하세요.',
    en: 'Reading was stopped after two seconds. Check that the text is what the other tool exported.',
  },
  tooDeep: { ko: 'JSON이 너무 깊게 중첩되어 있어요.', en: 'The JSON is nested too deep.' },
  tooManyRows: (max: number) => ({
    ko: `내용에 든 학생이 ${max}명을 넘어요.`,
    en: `The text lists more than ${max} students.`,
  }),
  tooManyValues: { ko: '내용에 든 값이 너무 많아요.', en: 'The text contains too many values.' },
  brokenJson: {
    ko: 'JSON이 올바르지 않아요. 일부만 복사하지 않았는지 확인하세요.',
    en: 'The JSON is not valid. Check that all of it was copied.',
  },
  brokenBase64: {
    ko: 'SchaleDB 텍스트가 올바르지 않아요. 일부만 복사하지 않았는지 확인하세요.',
    en: 'The SchaleDB text is not valid. Check that all of it was copied.',
  },
  openQuote: {
    ko: 'CSV에 큰따옴표가 닫히지 않았거나 너무 긴 값이 있어요.',
    en: 'A quoted value in the CSV is not closed or too long.',
  },
  missingColumns: (columns: readonly string[]): Bilingual => ({
    ko: `CSV에 다음 열이 없어요: ${columns.join(', ')}.`,
    en: `The CSV lacks the columns ${columns.join(', ')}.`,
  }),
  repeatedColumn: (column: string): Bilingual => ({
    ko: `CSV에 ${column} 열이 두 번 있어요.`,
    en: `The CSV has the column ${column} twice.`,
  }),
  sheetWithoutNames: {
    ko: '학생 이름이 든 열을 찾지 못했어요. 스프레드시트에는 줄마다 학생의 이름이나 UID가 있어야 해요.',
    en: 'No column has names of students. Each row of a spreadsheet needs the name or the UID of a student.',
  },
  sheetWithoutCatalogue: {
    ko: '스프레드시트의 학생은 이름으로 찾아요. readRoster에 catalogue를 함께 넘기세요.',
    en: 'The students of a spreadsheet are found by name: pass `catalogue` to readRoster.',
  },
  unknownVersion: (format: RosterFormat): Bilingual => ({
    ko: `이 버전의 ${ROSTER_FORMATS[format]} 내용은 읽을 수 없어요. 더 새로운 버전의 프로그램이 필요해요.`,
    en: `This version of ${ROSTER_FORMATS[format]} cannot be read. It needs a newer program.`,
  }),
  packed: {
    ko: '압축된 텍스트예요. unpackText로 풀어서 읽으세요.',
    en: 'The text is compressed. Read what unpackText makes of it.',
  },
  brokenPacked: {
    ko: 'planner_of_plana 텍스트가 올바르지 않아요. 일부만 복사하지 않았는지 확인하세요.',
    en: 'The planner_of_plana text is not valid. Check that all of it was copied.',
  },
  unpackedTooLarge: {
    ko: '압축을 푼 내용이 너무 커요. 4MB까지 읽어요.',
    en: 'The text is too large once it is unpacked. The limit is 4 MB.',
  },
  filterOnly: {
    ko: 'BA Torment의 필터예요. 학생 풀을 내보낸 내용을 넣어 주세요.',
    en: 'This is a filter of BA Torment, not a student pool. Export the pool.',
  },
  unknownFormat: {
    ko: `출석부로 읽을 수 없는 내용이에요. 읽을 수 있는 형식: ${listTitles(Object.keys(ROSTER_FORMATS) as RosterFormat[])}. 스프레드시트에는 제목 줄과, 줄마다 학생의 이름이 있어야 해요.`,
    en: `The text is not a roster. Formats that can be read: ${listTitles(Object.keys(ROSTER_FORMATS) as RosterFormat[])}. A spreadsheet needs a line of headings and the name of a student in each row.`,
  },
  otherFormat: (named: RosterFormat, detected: RosterFormat | undefined): Bilingual => ({
    ko: `${ROSTER_FORMATS[named]} 형식이 아니에요.${detected ? ` ${ROSTER_FORMATS[detected]} 형식으로 보여요.` : ''}`,
    en: `The text is not in the format of ${ROSTER_FORMATS[named]}.${detected ? ` It looks like ${ROSTER_FORMATS[detected]}.` : ''}`,
  }),
  notWritable: (named: RosterFormat, writable: readonly RosterFormat[]): Bilingual => ({
    ko: `${ROSTER_FORMATS[named]} 형식으로는 쓸 수 없어요. 쓸 수 있는 형식: ${listTitles(writable)}.`,
    en: `${ROSTER_FORMATS[named]} cannot be written. Formats that can be written: ${listTitles(writable)}.`,
  }),
  notMergeable: (named: RosterFormat, mergeable: readonly RosterFormat[]): Bilingual => ({
    ko: `${ROSTER_FORMATS[named]} 형식에는 병합할 수 없어요. 병합할 수 있는 형식: ${listTitles(mergeable)}.`,
    en: `Nothing can be merged into ${ROSTER_FORMATS[named]}. Formats that allow it: ${listTitles(mergeable)}.`,
  }),
} satisfies Record<string, Bilingual | ((...values: never[]) => Bilingual)>;
