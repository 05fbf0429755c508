import { MAX_HEADING_LENGTH } from '../../contract/limits.ts';
import type { StateName } from '../../contract/state-fields.ts';
import { foldName } from '../../game/text-folding.ts';
import { findByName } from '../find-by-name.ts';
import { cutDirective, parseRecords } from './csv-records.ts';
import { NOTICES, type Notice } from './notices.ts';
import type { SheetColumn } from './parsed-roster.ts';
import { isReadable, type StatedRow, type StatedValues } from './read-row.ts';
import { isRollbookCsv } from './rollbook-csv.ts';
import { FORMAT_ERRORS, RosterFormatError } from './roster-format-error.ts';
import type { NamedStudents, OwnWords, RosterReader } from './roster-reader.ts';
import { FULL, isNotOwned, isUnknownCell, readCell, resolveFull } from './sheet-cells.ts';
import { foldHeading } from './sheet-headings.ts';
import { findLayout, type LayoutColumn, type SheetLayout } from './sheet-layout.ts';
import type { SheetMeaning } from './sheet-meanings.ts';

/** Values of a column that show what it is. */
const SHOWN_VALUES = 3;
/** The part of a column that must be names of students, so that it is the column of names. */
const MIN_NAMED = 0.3;
/** Headings that are known without one of names, so that the text is a sheet that lacks it. */
const MIN_HEADINGS = 2;

/** Reads a spreadsheet that a player has made: columns in any order, each called as players call it. */
export const readSheet: RosterReader = (text, catalogue, own) => {
  if (text.kind !== 'table' || isRollbookCsv(text.text, catalogue)) return undefined;
  const layout = findLayout(text.text, own.headings);
  if (layout === undefined) return undefined;
  const isNamed = createNameCheck(catalogue, own);
  if (layout.columns.length === 0 && isNameList(layout.sample, isNamed))
    return { rows: readNames(text.text, layout), warnings: [NOTICES.requiredAssumed()] };

  const found = withNames(layout, isNamed, own);
  if (found === undefined) return undefined;
  const { columns, repeated } = splitRepeated(
    found.filter(
      ({ heading, meaning }) => layout.columns.length === 0 || heading !== '' || meaning !== undefined,
    ),
  );
  const isIdentified = catalogue !== undefined || columns.some(({ meaning }) => meaning === 'studentUid');
  if (!isIdentified) throw new RosterFormatError(FORMAT_ERRORS.sheetWithoutCatalogue);
  const unread = [...columns.filter(({ meaning }) => meaning === undefined), ...repeated];
  const meanings = new Set(columns.map(({ meaning }) => meaning));
  const lacksStars = !meanings.has('stars') && !meanings.has('weapon');
  return {
    rows: readRecords(text.text, layout, columns),
    columns: columns.map((column) => describeColumn(column, layout.sample)),
    warnings: [
      ...(unread.length > 0 ? [NOTICES.unknownColumns(unread.map(titleOf))] : []),
      ...(lacksStars ? [NOTICES.requiredAssumed()] : []),
    ],
  };
};

interface PlacedColumn extends LayoutColumn {
  place: number;
}

const titleOf = ({ heading, place }: PlacedColumn): string => heading || keyOfPlace(place);
/** Stands for the heading of a column that has none. */
const keyOfPlace = (place: number): string => `#${place + 1}`;

type NameCheck = (cell: string) => boolean;

function createNameCheck(catalogue: NamedStudents | undefined, { aliases }: OwnWords): NameCheck {
  if (catalogue === undefined) return () => false;
  return (cell) =>
    aliases.has(foldName(cell)) || findByName(cleanName(cell), catalogue.students, false).matches.length > 0;
}

/** A name without the mark of a list: `- 아루`, `1. 아루`. */
const cleanName = (cell: string): string => cell.replace(/^\s*(?:[-*•·▪]|\d{1,3}[.)])\s*/u, '').trim();

const columnOf = (sample: readonly string[][], place: number): string[] =>
  sample.map((cells) => cells[place] ?? '').filter((cell) => cell !== '');

const namedShare = (cells: readonly string[], isNamed: NameCheck): number =>
  cells.length === 0 ? 0 : cells.filter(isNamed).length / cells.length;

const widthOf = (sample: readonly string[][]): number => Math.max(0, ...sample.map(({ length }) => length));

/** True if there is nothing but names, one in a line or several. */
function isNameList(sample: readonly string[][], isNamed: NameCheck): boolean {
  const columns = Array.from({ length: widthOf(sample) }, (_, place) => columnOf(sample, place));
  const filled = columns.filter((cells) => cells.length > 0);
  return filled.length > 0 && filled.every((cells) => namedShare(cells, isNamed) >= MIN_NAMED);
}

function* readNames(text: string, { separator }: SheetLayout): Generator<StatedRow> {
  for (const cells of parseRecords(cutDirective(text).table, separator))
    for (const cell of cells)
      if (cell !== '') yield { uid: '', name: cleanName(cell), values: {}, isPartial: true, isOwned: true };
}

/** The columns with one of names: by its heading, or by the names in it. Undefined if the text is no sheet. */
function withNames(
  { columns, sample }: SheetLayout,
  isNamed: NameCheck,
  own: OwnWords,
): PlacedColumn[] | undefined {
  const width = Math.max(columns.length, widthOf(sample));
  const hasNames = columns.some(({ meaning }) => meaning === 'name');
  const placed = Array.from({ length: width }, (_, place): PlacedColumn => {
    const { heading = '', meaning = own.headings.get(keyOfPlace(place)) } = columns[place] ?? {};
    const isNumbering = hasNames && meaning === 'studentUid' && !columnOf(sample, place).some(isUid);
    if (isNumbering) return { heading, meaning: 'ignored', place };
    const isSure = meaning === undefined || own.headings.has(foldHeading(heading)) || heading === '';
    return {
      heading,
      meaning: isSure || canBe(meaning, columnOf(sample, place)) ? meaning : undefined,
      place,
    };
  });
  if (placed.some(({ meaning }) => meaning === 'name' || meaning === 'studentUid')) return placed;
  const [best] = placed
    .filter(({ meaning }) => meaning === undefined)
    .map((column) => ({ column, share: namedShare(columnOf(sample, column.place), isNamed) }))
    .sort((a, b) => b.share - a.share);
  if (best !== undefined && best.share >= MIN_NAMED)
    return placed.map((column) => (column === best.column ? { ...column, meaning: 'name' } : column));
  const known = columns.filter(({ meaning }) => meaning !== undefined && meaning !== 'ignored').length;
  if (known >= MIN_HEADINGS) throw new RosterFormatError(FORMAT_ERRORS.sheetWithoutNames);
  return undefined;
}

/** A heading may have another sense: the tier of a tier list is no number. */
function canBe(meaning: SheetMeaning, cells: readonly string[]): boolean {
  const said = cells.filter((cell) => !isUnknownCell(cell));
  if (NO_VALUES.has(meaning) || said.length === 0) return true;
  return said.some(
    (cell) =>
      (meaning === 'stars' && isNotOwned(cell)) ||
      Object.values(readCell(meaning, cell)).some((value) => typeof value === 'number' || value === FULL),
  );
}

/** Beside names, shorter ones number the rows. */
const isUid = (cell: string): boolean => /^'?\d{4,}$/.test(cell);

/** A column without heading and value is none, and of two with one meaning the first counts. */
function splitRepeated(placed: readonly PlacedColumn[]): {
  columns: PlacedColumn[];
  repeated: PlacedColumn[];
} {
  const columns: PlacedColumn[] = [];
  const repeated: PlacedColumn[] = [];
  const seen = new Set<SheetMeaning>();
  for (const column of placed) {
    const { meaning } = column;
    if (meaning === undefined || meaning === 'ignored') columns.push(column);
    else if (seen.has(meaning)) repeated.push(column);
    else {
      seen.add(meaning);
      columns.push(column);
    }
  }
  return { columns, repeated };
}

function describeColumn({ heading, meaning, place }: PlacedColumn, sample: readonly string[][]): SheetColumn {
  const values = [...new Set(columnOf(sample, place))].slice(0, SHOWN_VALUES);
  const folded = heading.length > MAX_HEADING_LENGTH ? '' : foldHeading(heading);
  return { key: folded || keyOfPlace(place), heading, values, ...(meaning && { meaning }) };
}

function* readRecords(
  text: string,
  layout: SheetLayout,
  columns: readonly PlacedColumn[],
): Generator<StatedRow> {
  const place = (meaning: SheetMeaning) => columns.find((column) => column.meaning === meaning)?.place ?? -1;
  const [name, uid, owned] = [place('name'), place('studentUid'), place('owned')];
  const read = columns.filter(({ meaning }) => meaning !== undefined && !NO_VALUES.has(meaning));
  const records = parseRecords(cutDirective(text).table, layout.separator).drop(layout.skipped);
  for (const cells of records) {
    const names = { uid: cells[uid]?.replace(/^'/, '') ?? '', name: cleanName(cells[name] ?? '') };
    // A line between groups of students, or a sum below them.
    if (names.uid === '' && names.name === '') continue;
    if (owned >= 0 && (isUnknownCell(cells[owned]) || isNotOwned(cells[owned] ?? ''))) continue;
    const stated: StatedValues = {};
    for (const { place: at, meaning } of read)
      for (const [field, value] of Object.entries(readCell(meaning as SheetMeaning, cells[at] ?? '')))
        stated[field as keyof StatedValues] ??= value;
    if (stated.tier === 0 || read.some((column) => isStarless(column, cells))) continue;
    const { values, unread, warnings } = leaveOutStars(resolveFull(stated));
    const isBare = read.length > 0 && owned < 0 && Object.keys(stated).length === 0;
    yield {
      ...names,
      values,
      unread,
      warnings,
      isPartial: true,
      isOwned: true,
      ...(isBare && { untouchedNotice: NOTICES.bareRow() }),
    };
  }
}

const NO_VALUES: ReadonlySet<SheetMeaning> = new Set(['name', 'studentUid', 'owned', 'ignored']);

/** Sheets of all students say so in the place of stars. */
const isStarless = ({ meaning, place }: PlacedColumn, cells: readonly string[]): boolean =>
  meaning === 'stars' && !isUnknownCell(cells[place]) && isNotOwned(cells[place] ?? '');

/** Stars that cannot be read are unknown, and nobody is registered with others in their place. */
function leaveOutStars(stated: StatedValues) {
  const values = { ...stated };
  const unread: StateName[] = [];
  const warnings: Notice[] = [];
  for (const name of ['tier', 'weaponTier'] as const)
    if (!isReadable(name, values[name])) {
      warnings.push(NOTICES.valueLeftOut(name, values[name]));
      unread.push(name);
      delete values[name];
    }
  // There is a weapon of unknown stars.
  if (values.weaponTier === undefined && !isReadable('weaponLevel', values.weaponLevel))
    unread.push('weaponTier');
  return { values, unread, warnings };
}
