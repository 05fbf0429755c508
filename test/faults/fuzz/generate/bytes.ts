import fc from 'fast-check';
import { hostileHeads } from '../../hostile-heads.ts';
import { type Raw, rendered } from '../step.ts';
import { ask } from './asks.ts';
import { usually } from './words.ts';

/** Heads that only a socket can send, and whole requests, with a few bytes changed, cut short, or one put into the other. */
const HEADS = hostileHeads({ host: '{host}', key: '{write}', student: '10000', witness: '10010' }).filter(
  ({ bytes }) => bytes.length < 4000,
);
const whole = fc.oneof(
  fc.constantFrom(...HEADS).map(({ bytes }) => bytes),
  ask
    .filter(({ method, body: text = '' }) => method !== 'HEAD' && text.length < 2000)
    .map((one) => rendered(one, {}).toString('latin1')),
);
const PIECES = [
  '\r\n',
  '\n',
  '\r',
  ' ',
  '\t',
  '\0',
  '\x0b',
  ':',
  ';',
  ',',
  '0',
  '-',
  '%',
  '\xff',
  'Transfer-Encoding: chunked\r\n',
  'Content-Length: 5\r\n',
  'Expect: 100-continue\r\n',
];
const change = fc.tuple(
  fc.nat(1_000_000),
  fc.constantFrom('insert', 'replace', 'delete', 'double', 'cut'),
  usually(
    3,
    fc.constantFrom(...PIECES),
    fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  ),
);
const mutated: fc.Arbitrary<string> = fc
  .tuple(whole, fc.array(change, { maxLength: 4 }))
  .map(([bytes, all]) => all.reduce((text, one) => changed(text, ...one), bytes));

function changed(text: string, place: number, kind: string, piece: string): string {
  const at = place % (text.length + 1);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  if (kind === 'insert') return before + piece + after;
  if (kind === 'replace') return before + piece + after.slice(1);
  if (kind === 'delete') return before + after.slice(1);
  if (kind === 'double') return before + after.slice(0, 12) + after;
  return before;
}
export const raw: fc.Arbitrary<Raw> = fc.oneof(
  { weight: 8, arbitrary: mutated.map((bytes) => ({ raw: bytes })) },
  { weight: 1, arbitrary: fc.tuple(mutated, whole).map(([first, second]) => ({ raw: first + second })) },
);
