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

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function parseJson(name: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw new UserError(`${name} is not JSON in UTF-8: ${(error as Error).message}.`);
  }
}
