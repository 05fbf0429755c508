import { cutAccountParts } from './account-parts.ts';
import { findPacked } from './packed-text.ts';
import { parseJson } from './parse-json.ts';
import { FORMAT_ERRORS, RosterFormatError } from './roster-format-error.ts';

/** In UTF-16 units, of which a text has at most one for each byte. Only the file with an account's data may be longer. */
export const MAX_TEXT_LENGTH = 50 * 1024 * 1024;
/** Base64 of a text that starts with a brace. */
const BASE64_BRACE = /^e[w-z0-9+/]/;
const NOT_BASE64 = /[^A-Za-z0-9+/=\s]/;

/** A text as far as it can be parsed without knowing its format. */
export type RosterText =
  | { kind: 'json'; value: unknown }
  | { kind: 'base64'; value: unknown }
  | { kind: 'table'; text: string };

export function parseRosterText(text: string): RosterText {
  const account = cutAccountParts(text);
  if (account !== undefined) return { kind: 'json', value: parseJson(account) };
  if (text.length > MAX_TEXT_LENGTH) throw new RosterFormatError(FORMAT_ERRORS.tooLarge);
  // Removes a byte order mark too.
  const trimmed = text.trim();
  if (trimmed === '') throw new RosterFormatError(FORMAT_ERRORS.empty);
  if (findPacked(trimmed) !== undefined) throw new RosterFormatError(FORMAT_ERRORS.packed);
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) return { kind: 'json', value: parseJson(trimmed) };
  if (BASE64_BRACE.test(trimmed) && !NOT_BASE64.test(trimmed))
    return { kind: 'base64', value: parseJson(decodeBase64(trimmed), FORMAT_ERRORS.brokenBase64) };
  // Keeps the end: tabs there are empty cells.
  return { kind: 'table', text: text.replace(/^\uFEFF/, '') };
}

/** Each byte becomes one character. That is lossless, and all keys and numbers are ASCII. */
function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    throw new RosterFormatError(FORMAT_ERRORS.brokenBase64);
  }
}
