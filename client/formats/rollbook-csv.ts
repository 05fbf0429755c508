import { type RecruitedStudent, STATE_NAMES } from '../../contract/state-fields.ts';
import { formatRecord, parseRecords } from './csv-records.ts';
import { NOTICES } from './notices.ts';
import type { StatedRow } from './read-row.ts';
import { FORMAT_ERRORS, RosterFormatError } from './roster-format-error.ts';
import type { RosterReader } from './roster-reader.ts';

/** Without it Excel takes UTF-8 for the system's encoding. */
const BYTE_ORDER_MARK = '\uFEFF';
const HEADER = ['studentUid', 'name', ...STATE_NAMES] as const;
/** Spreadsheets take a cell that starts like this for a formula. */
const FORMULA_START = /^[=+\-@\t\r'＝＋－＠]/;

export const readRollbookCsv: RosterReader = (text) => {
  if (text.kind !== 'table') return undefined;
  const separator = /[,;\t]/.exec(text.text)?.[0] ?? ',';
  const records = parseRecords(text.text, separator);
  const header = records.next().value as string[] | undefined;
  if (!header?.includes('studentUid')) return undefined;

  const repeated = HEADER.find((column) => header.indexOf(column) !== header.lastIndexOf(column));
  if (repeated !== undefined) throw new RosterFormatError(FORMAT_ERRORS.repeatedColumn(repeated));
  const unknown = header.filter((column) => column !== '' && !HEADER.some((known) => known === column));
  return {
    rows: readRecords(header, records),
    warnings: unknown.length > 0 ? [NOTICES.unknownColumns(unknown)] : [],
  };
};

function* readRecords(header: string[], records: Iterable<string[]>): Generator<StatedRow> {
  const uidColumn = header.indexOf('studentUid');
  const nameColumn = header.indexOf('name');
  const columns = STATE_NAMES.map((name) => [name, header.indexOf(name)] as const);
  for (const cells of records)
    yield {
      uid: fromTextCell(cells[uidColumn]),
      name: fromTextCell(cells[nameColumn]),
      values: Object.fromEntries(columns.map(([name, column]) => [name, fromNumberCell(cells[column])])),
      ...(cells.slice(header.length).some((cell) => cell !== '') && { error: NOTICES.tooManyCells() }),
    };
}

/** A cell that is missing says nothing, an empty one says null. */
function fromNumberCell(cell: string | undefined): unknown {
  if (cell === '') return null;
  return cell !== undefined && /^-?\d+$/.test(cell) ? Number(cell) : cell;
}

export function writeRollbookCsv(
  states: readonly RecruitedStudent[],
  names: ReadonlyMap<string, string>,
): string {
  const records = states.map((state) => [
    toTextCell(state.studentUid),
    toTextCell(names.get(state.studentUid) ?? ''),
    ...STATE_NAMES.map((name) => String(state[name] ?? '')),
  ]);
  return BYTE_ORDER_MARK + [HEADER, ...records].map(formatRecord).join('');
}

const toTextCell = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text);
const fromTextCell = (cell: string | undefined): string | undefined => cell?.replace(/^'/, '');
