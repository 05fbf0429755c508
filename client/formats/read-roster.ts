import { STATE_NAMES, type StudentRegistration } from '../../contract/state-fields.ts';
import { readBaScanner } from './ba-scanner.ts';
import { NOTICES } from './notices.ts';
import { readPlanner } from './planner.ts';
import { readRow, type StatedRow } from './read-row.ts';
import { readRollbookCsv } from './rollbook-csv.ts';
import { readRollbookJson } from './rollbook-json.ts';
import type { ParsedRoster, RosterFormat, RosterRow } from './roster.ts';
import { FORMAT_ERRORS, RosterFormatError } from './roster-format-error.ts';
import type { RosterReader, StatedRoster } from './roster-reader.ts';
import { parseRosterText, type RosterText } from './roster-text.ts';
import { readSchaleDb } from './schaledb.ts';
import { readYuzuTrends } from './yuzutrends.ts';

/** In the order in which a text is tried. */
const READERS: Record<RosterFormat, RosterReader> = {
  json: readRollbookJson,
  yuzutrends: readYuzuTrends,
  planner: readPlanner,
  'ba-scanner': readBaScanner,
  schaledb: readSchaleDb,
  csv: readRollbookCsv,
};

/** Undefined if the text cannot be read in any format. */
export function detectFormat(text: string): RosterFormat | undefined {
  try {
    return openRoster(parseRosterText(text))?.format;
  } catch (error) {
    if (error instanceof RosterFormatError) return undefined;
    throw error;
  }
}

/**
 * Reads a roster in a named or detected format. A row that cannot be read has an error and stops no other. A text of
 * more than `maxRows` is refused before they are checked.
 */
export function readRoster(
  text: string,
  { format, maxRows = Infinity }: { format?: RosterFormat | undefined; maxRows?: number } = {},
): ParsedRoster {
  const parsed = parseRosterText(text);
  const found = format === undefined ? openRoster(parsed) : openNamed(parsed, format);
  if (found === undefined) throw new RosterFormatError(FORMAT_ERRORS.unknownFormat);
  const { format: foundFormat, roster } = found;
  const { rows, warnings, placeholders = {} } = roster;
  return { format: foundFormat, students: readRows(rows, maxRows), warnings, placeholders };
}

interface FoundRoster {
  format: RosterFormat;
  roster: StatedRoster;
}

function openRoster(text: RosterText): FoundRoster | undefined {
  for (const [format, read] of Object.entries(READERS) as [RosterFormat, RosterReader][]) {
    const roster = read(text);
    if (roster !== undefined) return { format, roster };
  }
}

function openNamed(text: RosterText, format: RosterFormat): FoundRoster {
  const roster = READERS[format](text);
  if (roster === undefined)
    throw new RosterFormatError(FORMAT_ERRORS.otherFormat(format, openRoster(text)?.format));
  return { format, roster };
}

function readRows(stated: Iterable<StatedRow>, maxRows: number): RosterRow[] {
  const rows: RosterRow[] = [];
  let count = 0;
  const firstByUid = new Map<string, RosterRow>();
  for (const entry of stated) {
    count += 1;
    if (count > maxRows) throw new RosterFormatError(FORMAT_ERRORS.tooManyRows(maxRows));
    const row = readRow(entry);
    const first = firstByUid.get(row.studentUid);
    if (first === undefined) firstByUid.set(row.studentUid, row);
    else if (row.wanted !== undefined) {
      if (first.wanted !== undefined && isSameState(first.wanted, row.wanted)) continue;
      delete row.wanted;
      row.error = NOTICES.conflictingRow();
    }
    rows.push(row);
  }
  return rows;
}

const isSameState = (one: StudentRegistration, other: StudentRegistration): boolean =>
  STATE_NAMES.every((name) => one[name] === other[name]);
