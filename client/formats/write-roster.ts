import type { RecruitedStudent } from '../../contract/state-fields.ts';
import { writeBaTorment } from './ba-torment.ts';
import { type RosterFormat, WRITABLE_FORMATS, type WritableFormat } from './parsed-roster.ts';
import { findSave, updateSave } from './planner.ts';
import { writeRollbookCsv } from './rollbook-csv.ts';
import { writeRollbookJson } from './rollbook-json.ts';
import { FORMAT_ERRORS, RosterFormatError } from './roster-format-error.ts';
import { parseRosterText, type RosterText } from './roster-text.ts';
import { findCollection, writeSchaleDb } from './schaledb.ts';

/** Options of `writeRoster`. */
export interface WriteOptions {
  /** The format to write. */
  format: WritableFormat;
  /** A text of the same tool, whose other contents are kept. Without it, the tool's import replaces everything. */
  merge?: string | undefined;
  /** Names by student UID, for people who read the text. */
  names?: ReadonlyMap<string, string> | undefined;
  /** The UIDs of other forms by student UID. */
  forms?: ReadonlyMap<string, readonly string[]> | undefined;
}

interface WriteContext {
  names: ReadonlyMap<string, string>;
  forms: ReadonlyMap<string, readonly string[]>;
  held: RosterText | undefined;
}

type RosterWriter = (states: readonly RecruitedStudent[], context: WriteContext) => string;

const WRITERS: Readonly<Record<WritableFormat, RosterWriter>> = {
  json: (states) => writeRollbookJson(states),
  csv: (states, { names }) => writeRollbookCsv(states, names),
  schaledb: (states, { forms, held }) =>
    writeSchaleDb(states, forms, held && requireFormat(findCollection(held), 'schaledb')),
  planner: (states, { names, forms, held }) =>
    JSON.stringify(updateSave(states, names, forms, held && requireFormat(findSave(held), 'planner'))),
  'ba-torment': (states, { forms }) => writeBaTorment(states, forms),
};
/** The formats into which a text of the same tool can be merged. */
export const MERGEABLE_FORMATS: readonly WritableFormat[] = ['schaledb', 'planner'];

/** Writes a roster in order of UID. */
export function writeRoster(
  states: readonly RecruitedStudent[],
  { format, merge, names = new Map(), forms = new Map() }: WriteOptions,
): string {
  // JavaScript may pass a format that can only be read.
  if (!WRITABLE_FORMATS.includes(format))
    throw new RosterFormatError(FORMAT_ERRORS.notWritable(format, WRITABLE_FORMATS));
  if (merge !== undefined && !MERGEABLE_FORMATS.includes(format))
    throw new RosterFormatError(FORMAT_ERRORS.notMergeable(format, MERGEABLE_FORMATS));
  return WRITERS[format](sortByUid(states), {
    names,
    forms,
    held: merge === undefined ? undefined : parseRosterText(merge),
  });
}

export const sortByUid = (states: readonly RecruitedStudent[]): RecruitedStudent[] =>
  [...states].sort((a, b) => (a.studentUid < b.studentUid ? -1 : 1));

export function requireFormat<Found>(found: Found | undefined, format: RosterFormat): Found {
  if (found === undefined) throw new RosterFormatError(FORMAT_ERRORS.otherFormat(format, undefined));
  return found;
}
