import { parentPort, workerData } from 'node:worker_threads';
import { unpackText } from '../../client/formats/packed-text.ts';
import { type ReadOptions, readRoster } from '../../client/formats/read-roster.ts';
import { RosterFormatError } from '../../client/formats/roster-format-error.ts';
import type { RosterTextResult } from './read-roster-text.ts';

const { text, options } = workerData as { text: string; options: ReadOptions };

async function read(): Promise<RosterTextResult> {
  try {
    return { roster: readRoster(await unpackText(text), options) };
  } catch (error) {
    if (error instanceof RosterFormatError) return { refusal: { ko: error.ko, en: error.en } };
    throw error;
  }
}

parentPort?.postMessage(await read());
