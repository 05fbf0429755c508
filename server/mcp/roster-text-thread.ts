import { parentPort, workerData } from 'node:worker_threads';
import { type ReadOptions, readRoster } from '../../client/formats/read-roster.ts';
import { RosterFormatError } from '../../client/formats/roster-format-error.ts';
import type { RosterTextResult } from './read-roster-text.ts';

const { text, options } = workerData as { text: string; options: ReadOptions };

function read(): RosterTextResult {
  try {
    return { roster: readRoster(text, options) };
  } catch (error) {
    if (error instanceof RosterFormatError) return { refusal: { ko: error.ko, en: error.en } };
    throw error;
  }
}

parentPort?.postMessage(read());
