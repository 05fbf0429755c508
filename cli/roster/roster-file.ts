import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { decodeText } from '../../client/formats/decode-text.ts';
import { type ParsedRoster, RosterFormatError, readRoster, unpackText } from '../../client/formats/index.ts';
import { MAX_TEXT_LENGTH } from '../../client/formats/roster-text.ts';
import type { Catalogue } from '../../client/index.ts';
import { describeReadError, describeWriteError } from '../../server/errors/file-errors.ts';
import { UserError } from '../../server/errors/user-error.ts';

/** A character of UTF-8 takes at most three bytes for each unit of its length, and of others less. */
const MAX_BYTES = 3 * MAX_TEXT_LENGTH;

const titleOf = (file: string): string => (file === '-' ? 'Standard input' : file);

/** Reads a roster of any format from a file, or from standard input for `-`. */
export async function readRosterFile(
  file: string,
  readCatalogue: () => Promise<Catalogue>,
  signal: AbortSignal,
): Promise<{ roster: ParsedRoster; catalogue: Catalogue }> {
  const content = await readTextFile(file, signal);
  const catalogue = await readCatalogue();
  const roster = await explainFormatError(file, async () =>
    readRoster(await unpackText(content), { catalogue }),
  );
  return { roster, catalogue };
}

export async function readTextFile(file: string, signal: AbortSignal): Promise<string> {
  const stream = file === '-' ? process.stdin : createReadStream(file);
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of addAbortSignal(signal, stream) as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      // A text of this length is refused by the formats in any encoding. The rest of it may be endless.
      if (length > MAX_BYTES) break;
    }
    return decodeText(Buffer.concat(parts));
  } catch (error) {
    signal.throwIfAborted();
    throw new UserError(describeReadError(titleOf(file), error), { cause: error });
  }
}

export async function explainFormatError<T>(
  file: string | undefined,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RosterFormatError)) throw error;
    throw new UserError(file === undefined ? error.message : `${titleOf(file)}: ${error.message}`, {
      cause: error,
    });
  }
}

/** Never replaces a file. */
export async function writeNewFile(file: string, content: string): Promise<void> {
  try {
    await writeFile(file, content, { flag: 'wx' });
  } catch (error) {
    throw new UserError(describeWriteError(file, error), { cause: error });
  }
}
