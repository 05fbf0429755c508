import { MAX_VALUES } from './parse-json.ts';
import { FORMAT_ERRORS, RosterFormatError } from './roster-format-error.ts';

const MAX_QUOTED_LENGTH = 10_000;

/** The records of RFC 4180, with any line end. Blank lines are skipped, and what is outside quotes is trimmed. */
export function* parseRecords(text: string, separator: string): Generator<string[]> {
  let record: string[] = [];
  let cells = 0;
  for (let at = 0; at <= text.length; ) {
    const { quoted, from } = parseQuoted(text, at);
    let end = from;
    while (end < text.length && text[end] !== separator && !isLineEnd(text[end])) end += 1;
    const rest = text.slice(from, end).trim();
    record.push(quoted === undefined ? rest : quoted + rest);
    cells += 1;
    if (cells > MAX_VALUES) throw new RosterFormatError(FORMAT_ERRORS.tooManyValues);
    if (text[end] !== separator) {
      if (record.some((cell) => cell !== '')) yield record;
      record = [];
    }
    at = end + 1;
  }
}

const isLineEnd = (character: string | undefined) => character === '\n' || character === '\r';

/** The text in quotes at the start of a cell, and where the rest of the cell begins. */
function parseQuoted(text: string, start: number): { quoted?: string; from: number } {
  if (text[start] !== '"') return { from: start };
  let end = text.indexOf('"', start + 1);
  // A quote that is not closed must not end up at -1, from which the search would begin again.
  while (end !== -1 && text[end + 1] === '"' && end - start <= MAX_QUOTED_LENGTH)
    end = text.indexOf('"', end + 2);
  if (end === -1 || end - start > MAX_QUOTED_LENGTH) throw new RosterFormatError(FORMAT_ERRORS.openQuote);
  return { quoted: text.slice(start + 1, end).replaceAll('""', '"'), from: end + 1 };
}

export const formatRecord = (cells: readonly string[]): string => `${cells.map(formatCell).join(',')}\r\n`;

/** Quoted where another separator or the trimming of a reader would change the value. */
const formatCell = (cell: string): string =>
  /^\s|[",;\t\r\n]|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** A first line that tells Excel the separator. */
const SEPARATOR_DIRECTIVE = /^\s*"?sep=([,;\t|])"?[^\S\r\n]*(?:\r\n?|\n)/i;

/** The table below the line that names its separator, and that separator. */
export function cutDirective(text: string): { table: string; named: string | undefined } {
  const [directive = '', named] = SEPARATOR_DIRECTIVE.exec(text) ?? [];
  return { table: text.slice(directive.length), named };
}
