import type { Catalogue } from '../../../../client/catalogue.ts';
import type { ParsedRoster } from '../../../../client/formats/index.ts';
import type { ReadOptions } from '../../../../client/formats/read-roster.ts';
import { RosterFormatError } from '../../../../client/formats/roster-format-error.ts';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { type ImportSource, isEnded } from '../../imports/open-file.ts';
import { runTextTask } from '../../imports/run-text-task.ts';
import { IMPORT } from '../../texts/import-texts.ts';

/** What a text says. */
export type Reading = { roster: ParsedRoster; error?: undefined } | { roster?: undefined; error: Bilingual };

/** Many times the students of the game. */
const MAX_ROWS = 10_000;

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
    if (thrown instanceof RosterFormatError)
      return { error: catalogue === undefined ? IMPORT.noCatalogue : thrown };
    throw thrown;
  }
}
