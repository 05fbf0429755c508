import { STATE_NAMES, type StateName } from '../../../contract/state-fields.ts';
import { parseValue } from '../components/parse-value.ts';
import type { WantedValues } from './bulk-change.ts';
import type { Draft } from './check-draft.ts';
import type { RosterEntry } from './roster-entry.ts';

/** The cells of a spreadsheet as the clipboard has them, and where they go. */
export interface PastedBlock {
  readonly wanted: readonly WantedValues[];
  /** Rows whose first cell names another student. */
  readonly misnamed: readonly RosterEntry[];
  /** Rows below the last student and columns right of the last field. */
  readonly rowsCut: number;
  readonly columnsCut: number;
}

export const readCells = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));

/**
 * Puts the cells on the students from the first one on, and from `field` on; undefined is the column of the names. There
 * a first column of text must name the students, and one of numbers begins with the first field.
 */
export function placeCells(
  cells: readonly (readonly string[])[],
  students: readonly RosterEntry[],
  field: StateName | undefined,
): PastedBlock {
  const hasNames = field === undefined && cells.some(([first = '']) => Number.isNaN(parseCell(first)));
  const fields = field === undefined ? STATE_NAMES : STATE_NAMES.slice(STATE_NAMES.indexOf(field));
  const wanted: WantedValues[] = [];
  const misnamed: RosterEntry[] = [];
  const width = cells.reduce((max, row) => Math.max(max, row.length), 0) - Number(hasNames);
  for (const [place, entry] of students.slice(0, cells.length).entries()) {
    const [first = '', ...rest] = cells[place] ?? [];
    if (hasNames && !isNamed(entry, first)) misnamed.push(entry);
    else wanted.push({ entry, wanted: toDraft(hasNames ? rest : [first, ...rest], fields) });
  }
  return {
    wanted,
    misnamed,
    rowsCut: Math.max(0, cells.length - students.length),
    columnsCut: Math.max(0, width - fields.length),
  };
}

/** An empty cell leaves the value alone. */
const toDraft = (cells: readonly string[], fields: readonly StateName[]): Draft =>
  Object.fromEntries(
    fields.flatMap((field, place) => {
      const value = parseCell(cells[place] ?? '');
      return value === null ? [] : [[field, value]];
    }),
  );

/** Numbers as players write them in sheets: T10, Lv.90, 1,234, 90.0. A dash is nothing. */
function parseCell(text: string): number | null {
  const bare = text
    .trim()
    .replace(/^(?:t|lv\.?|★)\s*(?=\d)/i, '')
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/\.0+$/, '');
  return /^[-–—]$/.test(bare) ? null : parseValue(bare);
}

function isNamed({ student: { studentUid, names, aliases } }: RosterEntry, text: string): boolean {
  const fold = (name: string) => name.normalize('NFKC').replaceAll(' ', '').toLowerCase();
  return [studentUid, ...Object.values(names), ...aliases].some((name) => fold(name) === fold(text));
}
