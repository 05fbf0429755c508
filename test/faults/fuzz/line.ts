import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Engine } from '../../database.ts';
import type { Step } from './step.ts';

/** The command that does the steps again: readable as long as that is short, packed where a body is a mebibyte. */
export function lineOf(steps: readonly Step[], engine: Engine): string {
  const json = JSON.stringify(steps).replace(
    /[\x7f-\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const word =
    json.length < 4000 ? `'${json.replaceAll("'", "'\\''")}'` : deflateRawSync(json).toString('base64url');
  return `ROLLBOOK_TEST_ENGINE=${engine} node_modules/.bin/node test/faults/fuzz/again.ts ${word}`;
}

export const stepsIn = (word: string): Step[] =>
  JSON.parse(word.startsWith('[') ? word : inflateRawSync(Buffer.from(word, 'base64url')).toString());
