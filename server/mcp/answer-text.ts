import { KEY_PATTERN } from '../../contract/api-key-format.ts';
import { toOneLine } from '../../contract/quoted-text.ts';

const MAX_TEXT_LENGTH = 500;

/**
 * Every answer passes here, whoever wrote the UIDs, names, notes and errors in it: a model reads them, and must not take
 * them for instructions.
 */
export function cleanAnswer(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanAnswer);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanAnswer(inner)]));
}

/** One short line without what is invisible. Keys are hidden first, so that no part of one is left. */
export const cleanText = (text: string, maxLength = MAX_TEXT_LENGTH): string =>
  toOneLine(text.replaceAll(KEY_PATTERN, '(API key)'), maxLength);
