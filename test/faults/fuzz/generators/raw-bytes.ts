import fc from 'fast-check';
import { hostileHeads } from '../../hostile-heads.ts';
import { encodeStep, type RawStep } from '../steps.ts';
import { requestStep } from './http-requests.ts';
import { mostly } from './text.ts';

/** Malformed heads and whole requests: the corpus that `mutated` damages and concatenates. */
const HEADS = hostileHeads({ host: '{host}', key: '{write}', student: '10000', witness: '10010' }).filter(
  ({ bytes }) => bytes.length < 4000,
);
const corpus = fc.oneof(
  fc.constantFrom(...HEADS).map(({ bytes }) => bytes),
  requestStep
    .filter(({ method, body: text = '' }) => method !== 'HEAD' && text.length < 2000)
    .map((step) => encodeStep(step, {}).toString('latin1')),
);
const FRAGMENTS = [
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
  mostly(
    3,
    fc.constantFrom(...FRAGMENTS),
    fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  ),
);
const mutated: fc.Arbitrary<string> = fc
  .tuple(corpus, fc.array(change, { maxLength: 4 }))
  .map(([bytes, changes]) => changes.reduce((text, one) => applyChange(text, ...one), bytes));

function applyChange(text: string, offset: number, kind: string, fragment: string): string {
  const at = offset % (text.length + 1);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  if (kind === 'insert') return before + fragment + after;
  if (kind === 'replace') return before + fragment + after.slice(1);
  if (kind === 'delete') return before + after.slice(1);
  if (kind === 'double') return before + after.slice(0, 12) + after;
  return before;
}
export const rawStep: fc.Arbitrary<RawStep> = fc.oneof(
  { weight: 8, arbitrary: mutated.map((bytes) => ({ raw: bytes })) },
  { weight: 1, arbitrary: fc.tuple(mutated, corpus).map(([first, second]) => ({ raw: first + second })) },
);
