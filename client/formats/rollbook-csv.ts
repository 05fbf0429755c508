import { REQUIRED_NAMES, type RecruitedStudent, STATE_NAMES } from '../../contract/state-fields.ts';
import { cutDirective, formatRecord, parseRecords } from './csv-records.ts';
import { NOTICES } from './notices.ts';
import type { StatedRow } from './read-row.ts';
import { FORMAT_ERRORS, RosterFormatError } from './roster-format-error.ts';
import type { NamedStudents, RosterReader } from './roster-reader.ts';

/** Without it Excel takes UTF-8 for the system's encoding. */
const BYTE_ORDER_MARK = '\uFEFF';
const HEADER = ['studentUid', 'name', ...STATE_NAMES] as const;
const REQUIRED_COLUMNS = ['studentUid', ...REQUIRED_NAMES] as const;
/** The columns by their names in lower case. */
const COLUMNS: ReadonlyMap<string, string> = new Map(HEADER.map((column) => [column.toLowerCase(), column]));
const COLUMN_NAMES: ReadonlySet<string> = new Set(HEADER);
/** Spreadsheets take a cell that starts like this for a formula. */
const FORMULA_START = /^[=+\-@\t\r'＝＋－＠]/;

export const readRollbookCsv: RosterReader = (text, catalogue) => {
  if (text.kind !== 'table') return undefined;
  const records = openTable(text.text);
  const { header, known, missing } = readHeader(records);
  const unknown = header.filter((column) => column !== '' && !COLUMN_NAMES.has(column));
  if (known.length === 0) return undefined;

  if (!missing.every((column) => isFoundByName(column, known, catalogue)))
    throw new RosterFormatError(FORMAT_ERRORS.missingColumns(missing));
  const repeated = known.find((column, i) => known.indexOf(column) !== i);
  if (repeated !== undefined) throw new RosterFormatError(FORMAT_ERRORS.repeatedColumn(repeated));
  return {
    rows: readRecords(header, records),
    warnings: unknown.length > 0 ? [NOTICES.unknownColumns(unknown)] : [],
  };
};

/** True if the columns are those of a CSV of Rollbook, none of the required ones missing. */
export function isRollbookCsv(text: string, catalogue: NamedStudents | undefined): boolean {
  const { known, missing } = readHeader(openTable(text));
  return missing.every((column) => isFoundByName(column, known, catalogue));
}

function openTable(text: string): Generator<string[]> {
  const { table, named } = cutDirective(text);
  return parseRecords(table, named ?? /[,;\t]/.exec(table)?.[0] ?? ',');
}

function readHeader(records: Generator<string[]>) {
  const header = ((records.next().value ?? []) as string[]).map(
    (cell) => COLUMNS.get(cell.toLowerCase()) ?? cell,
  );
  // A hostile header has tens of thousands of columns.
  const known = header.filter((column) => COLUMN_NAMES.has(column));
  return { header, known, missing: REQUIRED_COLUMNS.filter((column) => !known.includes(column)) };
}

const isFoundByName = (
  column: string,
  known: readonly string[],
  catalogue: NamedStudents | undefined,
): boolean => column === 'studentUid' && catalogue !== undefined && known.includes('name');

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
  // Spreadsheets may add decimals to a whole number.
  return cell !== undefined && /^-?\d+(\.0*)?$/.test(cell) ? Number(cell) : cell;
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
