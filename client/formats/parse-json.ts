import type { Bilingual } from '../../contract/bilingual.ts';
import { findExcess } from '../../contract/json-extent.ts';
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
  const excess = findExcess(text, { depth: MAX_DEPTH, values: MAX_VALUES });
  if (excess !== undefined)
    throw new RosterFormatError(excess === 'depth' ? FORMAT_ERRORS.tooDeep : FORMAT_ERRORS.tooManyValues);
  try {
    return JSON.parse(text);
  } catch {
    // The engine's message quotes the text.
    throw new RosterFormatError(invalid);
  }
}
