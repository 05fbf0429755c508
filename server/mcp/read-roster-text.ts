import { extname } from 'node:path';
import type { ParsedRoster } from '../../client/formats/parsed-roster.ts';
import type { ReadOptions } from '../../client/formats/read-roster.ts';
import { FORMAT_ERRORS, RosterFormatError } from '../../client/formats/roster-format-error.ts';
import type { Bilingual } from '../../contract/bilingual.ts';
import { runInThread, ThreadLimitError } from '../scheduling/run-in-thread.ts';

const MODULE = new URL(`./roster-text-thread${extname(import.meta.filename)}`, import.meta.url);
const LIMITS = { cpuMs: 2000, memoryMb: 256 };

/** The thread's answer. */
export type RosterTextResult = { roster: ParsedRoster } | { refusal: Bilingual };

let last: Promise<unknown> = Promise.resolve();

/**
 * `readRoster` in a thread, one text at a time for all callers. A text that takes too long is refused and ends nothing
 * else, whatever the fault of its reader.
 */
export function readRosterText(
  text: string,
  options: ReadOptions,
  signal: AbortSignal,
): Promise<ParsedRoster> {
  const read = last.then(() => readInThread(text, options, signal));
  last = read.catch(() => {});
  return read;
}

async function readInThread(text: string, options: ReadOptions, signal: AbortSignal): Promise<ParsedRoster> {
  try {
    const result = (await runInThread(MODULE, { text, options }, { ...LIMITS, signal })) as RosterTextResult;
    if ('roster' in result) return result.roster;
    throw new RosterFormatError(result.refusal);
  } catch (error) {
    throw error instanceof ThreadLimitError ? new RosterFormatError(FORMAT_ERRORS.tooSlow) : error;
  }
}
