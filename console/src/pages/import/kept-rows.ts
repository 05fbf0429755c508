import type { Catalogue } from '../../../../client/catalogue.ts';
import { readRoster } from '../../../../client/formats/index.ts';
import type { RosterRow } from '../../../../client/formats/parsed-roster.ts';

/** More than the students that a catalogue can be behind, and little enough for localStorage. */
const MAX_KEPT_ROWS = 300;
const STORED = 'rollbook-kept-rows';

/** Rows of students whom the catalogue lacked, as a text to import again. */
interface KeptText {
  accountId: string;
  text: string;
}

/** Those of this account. With the catalogue, a row that has only a name has the UID of that student, if there is one. */
export function readKeptRows(accountId: string, catalogue: Catalogue | undefined): readonly RosterRow[] {
  try {
    const kept = JSON.parse(localStorage.getItem(STORED) ?? 'null') as KeptText | null;
    return kept?.accountId === accountId ? readRoster(kept.text, { catalogue }).students : [];
  } catch {
    return [];
  }
}

/** Keeps the rows of students whom the catalogue lacks; a later row of a student replaces an earlier one. */
export function keepUnknownRows(
  accountId: string,
  rows: readonly RosterRow[],
  catalogue: Catalogue | undefined,
  isKnown: (studentUid: string) => boolean,
): void {
  const unknown = rows.filter(({ studentUid, wanted, error }) =>
    wanted === undefined ? error?.code === 'name_unknown' : !isKnown(studentUid),
  );
  if (unknown.length === 0) return;
  const keys = new Set(unknown.map(keyOf));
  const others = readKeptRows(accountId, catalogue).filter((row) => !keys.has(keyOf(row)));
  writeKeptRows(accountId, [...unknown, ...others]);
}

const keyOf = ({ studentUid, name = '' }: RosterRow): string => studentUid || name;

export function forgetRows(
  accountId: string,
  catalogue: Catalogue | undefined,
  isSettled: (studentUid: string) => boolean,
): void {
  const kept = readKeptRows(accountId, catalogue);
  const rest = kept.filter(({ studentUid }) => !isSettled(studentUid));
  if (rest.length < kept.length) writeKeptRows(accountId, rest);
}

// localStorage throws in some private modes. Nothing is kept then.
function writeKeptRows(accountId: string, rows: readonly RosterRow[]): void {
  try {
    if (rows.length === 0) localStorage.removeItem(STORED);
    else
      localStorage.setItem(STORED, JSON.stringify({ accountId, text: textOf(rows.slice(0, MAX_KEPT_ROWS)) }));
  } catch {}
}

/** As Rollbook's own JSON, with the names that the text had. */
export const textOf = (rows: readonly RosterRow[]): string =>
  JSON.stringify({
    rollbook: 1,
    students: rows.map(({ name, wanted, unidentified }) => ({ ...(wanted ?? unidentified), name })),
  });
