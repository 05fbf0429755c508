import { STATE_NAMES, type StateName, type StudentRegistration } from '../../contract/state-fields.ts';
import { foldName } from '../../game/text-folding.ts';
import { MAX_SUGGESTIONS } from '../find-by-name.ts';
import { createAssumeStars } from './assume-stars.ts';
import { readBaScanner } from './ba-scanner.ts';
import { readBaTorment } from './ba-torment.ts';
import { readEriduOps } from './eriduops.ts';
import { identifyRow } from './identify-row.ts';
import { NOTICES } from './notices.ts';
import type { ParsedRoster, RosterFormat, RosterRow } from './parsed-roster.ts';
import { readPlanner } from './planner.ts';
import { readPlannerOfPlana } from './planner-of-plana.ts';
import { readRow } from './read-row.ts';
import { readSheet } from './read-sheet.ts';
import { readRollbookAccount } from './rollbook-account.ts';
import { readRollbookCsv } from './rollbook-csv.ts';
import { readRollbookJson } from './rollbook-json.ts';
import { FORMAT_ERRORS, RosterFormatError } from './roster-format-error.ts';
import type { NamedStudents, OwnWords, RosterReader, StatedRoster } from './roster-reader.ts';
import { parseRosterText, type RosterText } from './roster-text.ts';
import { readSchaleDb } from './schaledb.ts';
import { foldHeading } from './sheet-headings.ts';
import { isMeaning, type SheetMeaning } from './sheet-meanings.ts';
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
  // Leaves the text to the next one if it is a CSV of Rollbook.
  sheet: readSheet,
  csv: readRollbookCsv,
};

/** Undefined if the text cannot be read in any format. */
export function detectFormat(text: string): RosterFormat | undefined {
  try {
    return openRoster(parseRosterText(text), undefined, toOwnWords({}))?.format;
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
  const own = toOwnWords(options);
  const found =
    format === undefined ? openRoster(parsed, catalogue, own) : openNamed(parsed, format, catalogue, own);
  if (found === undefined) throw new RosterFormatError(FORMAT_ERRORS.unknownFormat);
  const { format: foundFormat, roster } = found;
  const { warnings, placeholders = {}, columns } = roster;
  const { students, assumed } = readRows(roster, options, own);
  return { format: foundFormat, students, warnings, placeholders, assumed, ...(columns && { columns }) };
}

/** Options of `readRoster`. */
export interface ReadOptions {
  format?: RosterFormat | undefined;
  maxRows?: number | undefined;
  catalogue?: NamedStudents | undefined;
  /** The meanings of columns of spreadsheets by their headings, beside those that are known. */
  headings?: Readonly<Record<string, SheetMeaning>> | undefined;
  /** The UIDs of students by what the player calls them, beside their names. */
  aliases?: Readonly<Record<string, string>> | undefined;
}

/** The key of a column without a heading. */
const PLACE = /^#\d+$/;

function toOwnWords({ headings = {}, aliases = {} }: ReadOptions): OwnWords {
  const meanings = Object.entries(headings).filter(([, meaning]) => isMeaning(meaning));
  return {
    headings: new Map(
      meanings.map(([heading, meaning]) => [PLACE.test(heading) ? heading : foldHeading(heading), meaning]),
    ),
    aliases: new Map(Object.entries(aliases).map(([name, uid]) => [foldName(name), uid])),
  };
}

interface FoundRoster {
  format: RosterFormat;
  roster: StatedRoster;
}

function openRoster(
  text: RosterText,
  catalogue: NamedStudents | undefined,
  own: OwnWords,
): FoundRoster | undefined {
  for (const [format, read] of Object.entries(READERS) as [RosterFormat, RosterReader][]) {
    const roster = read(text, catalogue, own);
    if (roster !== undefined) return { format, roster };
  }
}

function openNamed(
  text: RosterText,
  format: RosterFormat,
  catalogue: NamedStudents | undefined,
  own: OwnWords,
): FoundRoster {
  const roster = READERS[format](text, catalogue, own);
  if (roster === undefined)
    throw new RosterFormatError(FORMAT_ERRORS.otherFormat(format, openRoster(text, catalogue, own)?.format));
  return { format, roster };
}

function readRows(
  { rows: stated, isUntouched }: StatedRoster,
  { maxRows = Infinity, catalogue }: ReadOptions,
  { aliases }: OwnWords,
): Pick<ParsedRoster, 'students' | 'assumed'> {
  const assumed = new Map<string, readonly StateName[]>();
  const assumeStars = createAssumeStars(catalogue);
  const rows: RosterRow[] = [];
  let count = 0;
  let unknownNames = 0;
  const firstByUid = new Map<string, RosterRow>();
  for (const entry of stated) {
    count += 1;
    if (count > maxRows) throw new RosterFormatError(FORMAT_ERRORS.tooManyRows(maxRows));
    const identified = identifyRow(entry, catalogue, aliases, unknownNames < MAX_SUGGESTIONS);
    const complete = assumeStars(identified);
    const row = readRow(complete, count, isUntouched);
    if (row.error?.code === 'name_unknown') unknownNames += 1;
    const first = firstByUid.get(row.studentUid);
    if (first === undefined) {
      firstByUid.set(row.studentUid, row);
      if (complete.assumed !== undefined) assumed.set(row.studentUid, complete.assumed);
    }
    // Any other row of the student says more than defaults.
    else if (row.untouched !== undefined) continue;
    else if (first.untouched !== undefined) {
      delete first.untouched;
      Object.assign(first, row);
      assumed.set(row.studentUid, complete.assumed ?? []);
      continue;
    } else if (row.wanted !== undefined) {
      if (first.wanted !== undefined && isSameState(first.wanted, row.wanted)) continue;
      delete row.wanted;
      row.error = NOTICES.conflictingRow();
    }
    rows.push(row);
  }
  return { students: rows, assumed };
}

const isSameState = (one: StudentRegistration, other: StudentRegistration): boolean =>
  STATE_NAMES.every((name) => one[name] === other[name]);
