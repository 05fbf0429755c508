import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Engine } from '../../database.ts';
import type { Step } from './steps.ts';

/** The shell command that replays the steps: readable JSON while it is short, compressed where a body is large. */
export function formatReplayCommand(steps: readonly Step[], engine: Engine): string {
  const json = JSON.stringify(steps).replace(
    /[\x7f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const argument =
    json.length < 4000 ? `'${json.replaceAll("'", "'\\''")}'` : deflateRawSync(json).toString('base64url');
  return `ROLLBOOK_TEST_ENGINE=${engine} node_modules/.bin/node test/faults/fuzz/replay.ts ${argument}`;
}

export const parseSteps = (argument: string): Step[] =>
  JSON.parse(
    argument.startsWith('[') ? argument : inflateRawSync(Buffer.from(argument, 'base64url')).toString(),
  );
