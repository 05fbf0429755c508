import type { Catalogue } from '../../../../client/catalogue.ts';
import { MAX_ACCOUNT_PARTS_LENGTH } from '../../../../client/formats/account-parts.ts';
import { decodeText } from '../../../../client/formats/decode-text.ts';
import type { ParsedRoster } from '../../../../client/formats/index.ts';
import type { ReadOptions } from '../../../../client/formats/read-roster.ts';
import { FORMAT_ERRORS, RosterFormatError } from '../../../../client/formats/roster-format-error.ts';
import { MAX_TEXT_LENGTH } from '../../../../client/formats/roster-text.ts';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { runTextTask } from './run-text-task.ts';

export interface ImportSource {
  text: string;
  /** Undefined if the text was pasted. */
  fileName: string | undefined;
  /** Why the file has no text. */
  error?: Bilingual;
}

/** What a text says. */
export type Reading = { roster: ParsedRoster; error?: undefined } | { roster?: undefined; error: Bilingual };

export const NO_SOURCE: ImportSource = { text: '', fileName: undefined };

export const isEmptySource = ({ text, fileName }: ImportSource): boolean =>
  fileName === undefined && text.trim() === '';

const isEnded = (thrown: unknown): boolean => (thrown as Error).name === 'AbortError';

/** Many times the students of the game. */
const MAX_ROWS = 10_000;

/** Undefined if it was aborted. */
export async function openFile(file: File, signal: AbortSignal): Promise<ImportSource | undefined> {
  const source = { text: '', fileName: file.name };
  try {
    // A phone need not hold the years of history that follow in the file with an account's data.
    const start = await file.slice(0, MAX_ACCOUNT_PARTS_LENGTH).text();
    const accountParts = await runTextTask('cutAccountParts', [start], signal);
    if (accountParts !== undefined) return { ...source, text: accountParts };
    // A text has at most one unit for each byte.
    if (file.size > MAX_TEXT_LENGTH) return { ...source, error: FORMAT_ERRORS.tooLarge };
    const text = decodeText(new Uint8Array(await file.arrayBuffer()));
    return signal.aborted ? undefined : { ...source, text };
  } catch (thrown) {
    if (isEnded(thrown)) return undefined;
    return { ...source, error: thrown instanceof RosterFormatError ? thrown : IMPORT.fileUnreadable };
  }
}

/** Undefined if it was aborted. */
export async function readSource(
  { text, error }: ImportSource,
  catalogue: Catalogue | undefined,
  words: Pick<ReadOptions, 'headings' | 'aliases'>,
  signal: AbortSignal,
): Promise<Reading | undefined> {
  if (error !== undefined) return { error };
  try {
    const roster = await runTextTask(
      'readRoster',
      [text, { catalogue, maxRows: MAX_ROWS, ...words }],
      signal,
    );
    // An account may have goals and a stock, and no student yet.
    return roster.students.length === 0 && roster.format !== 'account'
      ? { error: IMPORT.noStudents }
      : { roster };
  } catch (thrown) {
    if (isEnded(thrown)) return undefined;
    if (thrown instanceof RosterFormatError) return { error: thrown };
    throw thrown;
  }
}
