import { findExcess } from '../../contract/json-extent.ts';
import { UserError } from '../errors/user-error.ts';

/** A parsed file of a catalogue. */
export interface SourceFile {
  /** For messages: its path or address. */
  readonly name: string;
  /** The folder that it is in; SchaleDB names folders by language. */
  readonly folder: string;
  readonly data: unknown;
}

/** SchaleDB's largest file has 3 MiB, and the largest allowed catalogue 7 MiB. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024;
export const MAX_FILE_SIZE = `${MAX_FILE_BYTES / 1024 / 1024} MiB`;

/**
 * Ten bytes a value are fewer than any honest file of that size has. A file of brackets would take a gigabyte once it is
 * parsed.
 */
const BOUNDS = { depth: 64, values: 2_000_000, fields: 50_000 };

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function parseJson(name: string, bytes: Uint8Array): unknown {
  try {
    const text = utf8.decode(bytes);
    if (findExcess(text, BOUNDS) !== undefined)
      throw new UserError(
        `${name} has more than ${BOUNDS.values} values, ${BOUNDS.fields} in one object, or ${BOUNDS.depth} levels.`,
      );
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${name} is not JSON in UTF-8: ${(error as Error).message}.`);
  }
}
