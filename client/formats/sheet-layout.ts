import { cutDirective, parseRecords } from './csv-records.ts';
import { RosterFormatError } from './roster-format-error.ts';
import { meaningOf } from './sheet-headings.ts';
import type { SheetMeaning } from './sheet-meanings.ts';

/** The player's own words for columns, folded as headings are. */
export type OwnHeadings = ReadonlyMap<string, SheetMeaning>;

/** How a table is divided, and what its columns are called. */
export interface SheetLayout {
  separator: string;
  columns: LayoutColumn[];
  /** How many records stand above the first student. */
  skipped: number;
  /** The first records below. */
  sample: string[][];
}

export interface LayoutColumn {
  /** Empty if it has none. */
  heading: string;
  meaning: SheetMeaning | undefined;
}

/** Commas last: they also stand within cells. */
const SEPARATORS = ['\t', ';', '|', ','] as const;
const SAMPLED_RECORDS = 40;
/** A heading may stand below a title and what somebody has written about the sheet. */
const MAX_RECORDS_ABOVE = 10;
/** Far more than there are fields. A hostile record has tens of thousands. */
const MAX_COLUMNS = 200;

/** By the separator that gives the most headings, or else the most records of one length. Undefined if none can be read. */
export function findLayout(text: string, own: OwnHeadings): SheetLayout | undefined {
  const { table, named } = cutDirective(text);
  const layouts = (named === undefined ? SEPARATORS : [named]).flatMap((separator) => {
    const records = sampleRecords(table, separator);
    return records === undefined ? [] : [rate(separator, records, own)];
  });
  const [first] = layouts.sort((a, b) => b.headings - a.headings || b.evenness - a.evenness);
  return first?.layout;
}

function sampleRecords(table: string, separator: string): string[][] | undefined {
  try {
    return [...parseRecords(table, separator).take(SAMPLED_RECORDS)].map((cells) =>
      cells.slice(0, MAX_COLUMNS),
    );
  } catch (error) {
    if (error instanceof RosterFormatError) return undefined;
    throw error;
  }
}

function rate(separator: string, records: string[][], own: OwnHeadings) {
  const { columns, skipped } = findHeadings(records, own);
  const sample = records.slice(skipped);
  return {
    layout: { separator, columns, skipped, sample },
    headings: countKnown(columns),
    evenness: rateEvenness(sample),
  };
}

/** How many records have as many cells as another one; a single cell is no division. */
function rateEvenness(records: string[][]): number {
  const lengths = records.map((cells) => cells.length).filter((length) => length > 1);
  const groups = Map.groupBy(lengths, (length) => length);
  return Math.max(0, ...Array.from(groups.values(), (group) => group.length));
}

const countKnown = (columns: readonly LayoutColumn[]): number =>
  new Set(
    columns.map(({ meaning }) => meaning).filter((meaning) => meaning !== undefined && meaning !== 'ignored'),
  ).size;

/** The headings may be two records: groups of columns, and what stands in each of them. */
function findHeadings(records: string[][], own: OwnHeadings): Pick<SheetLayout, 'columns' | 'skipped'> {
  let best: { columns: LayoutColumn[]; skipped: number; known: number } = {
    columns: [],
    skipped: 0,
    known: 0,
  };
  const consider = (columns: LayoutColumn[], skipped: number) => {
    const known = countKnown(columns);
    if (known > best.known) best = { columns, skipped, known };
  };
  for (const [at, cells] of records.slice(0, MAX_RECORDS_ABOVE).entries()) {
    consider(nameColumns([], cells, own), at + 1);
    if (at > 0) consider(nameColumns(records[at - 1] ?? [], cells, own), at + 1);
  }
  return best;
}

function nameColumns(groups: readonly string[], cells: readonly string[], own: OwnHeadings): LayoutColumn[] {
  let group = '';
  return Array.from({ length: Math.max(groups.length, cells.length) }, (_, column) => {
    const above = oneLine(groups[column]);
    const heading = oneLine(cells[column]);
    // A merged cell is written in its first column.
    group = above || group;
    if (heading === '') return { heading: above, meaning: meaningOf(above, own) };
    const whole = `${group} ${heading}`;
    const ofGroup = group === '' ? undefined : meaningOf(whole, own);
    const alone = ofGroup === undefined ? meaningOf(heading, own) : undefined;
    return { heading: alone === undefined && group !== '' ? whole : heading, meaning: ofGroup ?? alone };
  });
}

const oneLine = (cell = ''): string => cell.replaceAll(/[\r\n]+/g, ' ').trim();
