import { MAX_ACCOUNT_PARTS_LENGTH } from '../../../client/formats/account-parts.ts';
import { decodeText } from '../../../client/formats/decode-text.ts';
import { FORMAT_ERRORS, RosterFormatError } from '../../../client/formats/roster-format-error.ts';
import { MAX_TEXT_LENGTH } from '../../../client/formats/roster-text.ts';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { IMPORT } from '../texts/import-texts.ts';
import { runTextTask } from './run-text-task.ts';

export interface ImportSource {
  text: string;
  /** Undefined if the text was pasted. */
  fileName: string | undefined;
  /** Why the file has no text. */
  error?: Bilingual;
}

export const NO_SOURCE: ImportSource = { text: '', fileName: undefined };

export const isEmptySource = ({ text, fileName }: ImportSource): boolean =>
  fileName === undefined && text.trim() === '';

/** Whether a task was ended. */
export const isEnded = (thrown: unknown): boolean => (thrown as Error).name === 'AbortError';

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
