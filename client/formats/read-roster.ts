import { STATE_NAMES, type StudentRegistration } from '../../contract/state-fields.ts';
import { MAX_SUGGESTIONS } from '../find-by-name.ts';
import { readBaScanner } from './ba-scanner.ts';
import { readBaTorment } from './ba-torment.ts';
import { readEriduOps } from './eriduops.ts';
import { identifyRow } from './identify-row.ts';
import { NOTICES } from './notices.ts';
import type { ParsedRoster, RosterFormat, RosterRow } from './parsed-roster.ts';
import { readPlanner } from './planner.ts';
import { readPlannerOfPlana } from './planner-of-plana.ts';
import { readRow } from './read-row.ts';
import { readRollbookAccount } from './rollbook-account.ts';
import { readRollbookCsv } from './rollbook-csv.ts';
import { readRollbookJson } from './rollbook-json.ts';
import { FORMAT_ERRORS, RosterFormatError } from './roster-format-error.ts';
import type { NamedStudents, RosterReader, StatedRoster } from './roster-reader.ts';
import { parseRosterText, type RosterText } from './roster-text.ts';
import { readSchaleDb } from './schaledb.ts';
import { readYuzuTrends } from './yuzutrends.ts';

/** In the order in which a text is tried. */
const READERS: Record<RosterFormat, RosterReader> = {
  account: readRollbookAccount,
  'planner-of-plana': readPlannerOfPlana,
  eriduops: readEriduOps,
  'ba-torment': readBaTorment,
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
    return openRoster(parseRosterText(text), undefined)?.format;
  } catch (error) {
    if (error instanceof RosterFormatError) return undefined;
    throw error;
  }
}

/**
 * Reads a roster in a named or detected format. A row that cannot be read has an error and stops no other. A text of
 * more than `maxRows` is refused before they are checked. With a `catalogue`, a row without a UID is that of the student
 * with its name. A compressed text is refused: `unpackText` goes before.
 */
export function readRoster(text: string, options: ReadOptions = {}): ParsedRoster {
  const { format, catalogue } = options;
  const parsed = parseRosterText(text);
  const found = format === undefined ? openRoster(parsed, catalogue) : openNamed(parsed, format, catalogue);
  if (found === undefined) throw new RosterFormatError(FORMAT_ERRORS.unknownFormat);
  const { format: foundFormat, roster } = found;
  const { warnings, placeholders = {} } = roster;
  return { format: foundFormat, students: readRows(roster, options), warnings, placeholders };
}

/** Options of `readRoster`. */
export interface ReadOptions {
  format?: RosterFormat | undefined;
  maxRows?: number | undefined;
  catalogue?: NamedStudents | undefined;
}

interface FoundRoster {
  format: RosterFormat;
  roster: StatedRoster;
}

function openRoster(text: RosterText, catalogue: NamedStudents | undefined): FoundRoster | undefined {
  for (const [format, read] of Object.entries(READERS) as [RosterFormat, RosterReader][]) {
    const roster = read(text, catalogue);
    if (roster !== undefined) return { format, roster };
  }
}

function openNamed(
  text: RosterText,
  format: RosterFormat,
  catalogue: NamedStudents | undefined,
): FoundRoster {
  const roster = READERS[format](text, catalogue);
  if (roster === undefined)
    throw new RosterFormatError(FORMAT_ERRORS.otherFormat(format, openRoster(text, catalogue)?.format));
  return { format, roster };
}

function readRows(
  { rows: stated, isUntouched }: StatedRoster,
  { maxRows = Infinity, catalogue }: ReadOptions,
): RosterRow[] {
  const rows: RosterRow[] = [];
  let count = 0;
  let unknownNames = 0;
  const firstByUid = new Map<string, RosterRow>();
  for (const entry of stated) {
    count += 1;
    if (count > maxRows) throw new RosterFormatError(FORMAT_ERRORS.tooManyRows(maxRows));
    const row = readRow(identifyRow(entry, catalogue, unknownNames < MAX_SUGGESTIONS), count, isUntouched);
    if (row.error?.code === 'name_unknown') unknownNames += 1;
    const first = firstByUid.get(row.studentUid);
    if (first === undefined) firstByUid.set(row.studentUid, row);
    // Any other row of the student says more than defaults.
    else if (row.untouched !== undefined) continue;
    else if (first.untouched !== undefined) {
      delete first.untouched;
      Object.assign(first, row);
      continue;
    } else if (row.wanted !== undefined) {
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
