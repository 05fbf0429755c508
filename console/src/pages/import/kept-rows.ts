import type { Catalogue } from '../../../../client/catalogue.ts';
import { findByName } from '../../../../client/find-by-name.ts';
import type { RosterRow, StatedState } from '../../../../client/formats/parsed-roster.ts';
import { readStored, writeStored } from '../../stored-data.ts';

/** More than the students that a catalogue can be behind, and little enough for localStorage. */
const MAX_KEPT_ROWS = 300;

/** A row of a student whom the catalogue lacked, as Rollbook's own JSON has it. */
export type KeptRow = Partial<StatedState> & { readonly studentUid?: string; readonly name?: string };

/** Those of this account. With the catalogue, a row that has only a name has the UID of that student, if there is one. */
export function readKeptRows(accountId: string, catalogue: Catalogue | undefined): readonly KeptRow[] {
  try {
    const kept = JSON.parse(readStored('rollbook-kept-rows', accountId) ?? '[]') as KeptRow[];
    return kept.map((row) => identify(row, catalogue));
  } catch {
    return [];
  }
}

function identify(row: KeptRow, catalogue: Catalogue | undefined): KeptRow {
  const { studentUid = '', name = '' } = row;
  if (studentUid !== '' || catalogue === undefined) return row;
  const [student, ...others] = findByName(name, catalogue.students).matches;
  if (student === undefined || others.length > 0) return row;
  // A spreadsheet may have no stars.
  return { tier: student.attributes.star ?? 1, weaponTier: 0, ...row, studentUid: student.studentUid };
}

/** The rows of students whom the catalogue lacks. */
export const listUnknown = (
  rows: readonly RosterRow[],
  isKnown: (studentUid: string) => boolean,
): readonly RosterRow[] =>
  rows.filter(({ studentUid, wanted, error }) =>
    wanted === undefined ? error?.code === 'name_unknown' : !isKnown(studentUid),
  );

/** Keeps the rows of students whom the catalogue lacks; a later row of a student replaces an earlier one. */
export function keepUnknownRows(
  accountId: string,
  rows: readonly RosterRow[],
  catalogue: Catalogue | undefined,
  isKnown: (studentUid: string) => boolean,
): void {
  const unknown = listUnknown(rows, isKnown).map(
    ({ name, wanted, unidentified }): KeptRow => ({ ...(wanted ?? unidentified), ...(name && { name }) }),
  );
  if (unknown.length === 0) return;
  const keys = new Set(unknown.map(keyOf));
  const others = readKeptRows(accountId, catalogue).filter((row) => !keys.has(keyOf(row)));
  writeKeptRows(accountId, [...unknown, ...others]);
}

const keyOf = ({ studentUid = '', name = '' }: KeptRow): string => studentUid || name;

export function forgetRows(
  accountId: string,
  catalogue: Catalogue | undefined,
  isSettled: (studentUid: string) => boolean,
): void {
  const kept = readKeptRows(accountId, catalogue);
  const rest = kept.filter(({ studentUid = '' }) => !isSettled(studentUid));
  if (rest.length < kept.length) writeKeptRows(accountId, rest);
}

function writeKeptRows(accountId: string, rows: readonly KeptRow[]): void {
  const text = rows.length === 0 ? undefined : JSON.stringify(rows.slice(0, MAX_KEPT_ROWS));
  writeStored(text, 'rollbook-kept-rows', accountId);
}

/** As a text to import again. */
export const textOf = (students: readonly KeptRow[]): string => JSON.stringify({ rollbook: 1, students });
