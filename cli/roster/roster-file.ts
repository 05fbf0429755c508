import { readFile, writeFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type ParsedRoster, RosterFormatError, readRoster } from '../../client/formats/index.ts';
import { UserError } from '../../server/user-error.ts';

/** Reads a roster of any format from a file, or from standard input for `-`. */
export async function readRosterFile(file: string, signal: AbortSignal): Promise<ParsedRoster> {
  const content = await readTextFile(file, signal);
  return explainFormatError(file, () => readRoster(content));
}

export async function readTextFile(file: string, signal: AbortSignal): Promise<string> {
  try {
    return await (file === '-' ? text(addAbortSignal(signal, process.stdin)) : readFile(file, 'utf8'));
  } catch (error) {
    signal.throwIfAborted();
    throw new UserError(`${file} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
}

export function explainFormatError<T>(file: string | undefined, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RosterFormatError)) throw error;
    throw new UserError(file === undefined ? error.message : `${file}: ${error.message}`, { cause: error });
  }
}

/** Never replaces a file. */
export async function writeNewFile(file: string, content: string): Promise<void> {
  try {
    await writeFile(file, content, { flag: 'wx' });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new UserError(
      exists
        ? `There is a file at ${file} already. Name one that does not exist.`
        : `The roster cannot be written: ${(error as Error).message}.`,
      { cause: error },
    );
  }
}
