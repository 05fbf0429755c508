import type { Bilingual } from '../../contract/bilingual.ts';
import { FORMAT_ERRORS, RosterFormatError } from './roster-format-error.ts';

/** A planner's save has four levels. */
const MAX_DEPTH = 64;
/** Far more than the fields of all students of the game. Bounds the memory that a hostile text can take. */
export const MAX_VALUES = 200_000;

export type JsonObject = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nothing is read from a prototype. */
export const ownValue = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as JsonObject)[key]
    : undefined;

export function parseJson(text: string, invalid: Bilingual = FORMAT_ERRORS.brokenJson): unknown {
  checkExtent(text);
  try {
    return JSON.parse(text);
  } catch {
    // The engine's message quotes the text.
    throw new RosterFormatError(invalid);
  }
}

/** Bounds depth and number of values before JSON.parse creates any of them. */
function checkExtent(text: string): void {
  let depth = 0;
  let values = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (quoted) {
      if (character === '\\') at += 1;
    } else if (character === '{' || character === '[') {
      depth += 1;
      values += 1;
    } else if (character === '}' || character === ']') depth -= 1;
    else if (character === ',') values += 1;
    if (depth > MAX_DEPTH) throw new RosterFormatError(FORMAT_ERRORS.tooDeep);
    if (values > MAX_VALUES) throw new RosterFormatError(FORMAT_ERRORS.tooManyValues);
  }
}
