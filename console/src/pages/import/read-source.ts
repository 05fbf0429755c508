import type { Catalogue } from '../../../../client/catalogue.ts';
import { cutAccountParts, MAX_ACCOUNT_PARTS_LENGTH } from '../../../../client/formats/account-parts.ts';
import { type ParsedRoster, RosterFormatError, readRoster } from '../../../../client/formats/index.ts';
import { FORMAT_ERRORS } from '../../../../client/formats/roster-format-error.ts';
import { MAX_TEXT_LENGTH } from '../../../../client/formats/roster-text.ts';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { IMPORT } from '../../texts/import-texts.ts';

export interface ImportSource {
  text: string;
  /** Undefined if the text was pasted. */
  fileName: string | undefined;
  /** Why the file has no text. */
  error?: Bilingual;
}

/** What a text says; undefined as long as there is none. */
export type Reading = { roster: ParsedRoster; error?: undefined } | { roster?: undefined; error: Bilingual };

export const NO_SOURCE: ImportSource = { text: '', fileName: undefined };

export async function openFile(file: File): Promise<ImportSource> {
  const source = { text: '', fileName: file.name };
  try {
    // A phone need not hold the years of history that follow in the file with an account's data.
    const accountParts = cutAccountParts(await file.slice(0, MAX_ACCOUNT_PARTS_LENGTH).text());
    if (accountParts !== undefined) return { ...source, text: accountParts };
    // A text has at most one unit for each byte.
    if (file.size > MAX_TEXT_LENGTH) return { ...source, error: FORMAT_ERRORS.tooLarge };
    return { ...source, text: await file.text() };
  } catch {
    return { ...source, error: IMPORT.fileUnreadable };
  }
}

export function readSource(
  { text, fileName, error }: ImportSource,
  catalogue: Catalogue | undefined,
): Reading | undefined {
  if (error !== undefined) return { error };
  if (text.trim() === '' && fileName === undefined) return undefined;
  try {
    const roster = readRoster(text, { catalogue });
    // An account may have goals and a stock, and no student yet.
    return roster.students.length === 0 && roster.format !== 'account'
      ? { error: IMPORT.noStudents }
      : { roster };
  } catch (thrown) {
    if (thrown instanceof RosterFormatError) return { error: thrown };
    throw thrown;
  }
}
