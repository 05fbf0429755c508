import fc from 'fast-check';
import { RANGES } from '../blackbox/model.ts';

// Generators of hostile request bodies. The JSON is built as text, because JSON.stringify cannot produce most of it.

const NAMES = [
  ...Object.keys(RANGES),
  'studentUid',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'LEVEL',
  'level ',
  '',
  'lev\u0435l', // with a Cyrillic е
  '\\ud800',
  '\\udfff\\ud800',
  '\\u0000',
  'level\\u0000',
  '0',
  'x'.repeat(100),
  'x'.repeat(101),
  '😀'.repeat(100),
  `${'x'.repeat(99)}😀😀`,
  `${'x'.repeat(99)}\\ud83d`,
  `${'x'.repeat(100)}\\ude00`,
  '가'.repeat(10_000),
];
const NUMBERS = [
  '-0',
  '5.0',
  '1e0',
  '0.1e1',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '4294967297',
  '9'.repeat(10_000),
  `1${'0'.repeat(400)}`,
  `0.${'0'.repeat(5000)}1`,
];
const NOT_JSON = [
  '+1',
  '01',
  '0x10',
  '1.',
  '.5',
  'NaN',
  'Infinity',
  'undefined',
  "'5'",
  '1n',
  '[1,]',
  '{a:1}',
  '/**/1',
  '"\n"',
  '"\\x41"',
];

const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;
const deepValue = fc
  .tuple(fc.constantFrom(10, 1000, 50_000), fc.constantFrom(['[', ']'], ['{"a":', '}']))
  .map(([depth, [open = '', close = '']]) => nested(depth, open, close));
const longString = fc.constantFrom(1000, 100_000, 900_000).map((length) => `"${'가'.repeat(length / 3)}"`);
const wrongType = fc.constantFrom(
  '"\\ud800"',
  '"\\u0000"',
  '"5"',
  '""',
  'true',
  'null',
  '[]',
  '{}',
  '{"__proto__":{"level":1}}',
);

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 4, arbitrary: fc.integer({ min: -1, max: 6 }).map(String) },
  { weight: 2, arbitrary: fc.constantFrom(...NOT_JSON) },
  { weight: 3, arbitrary: wrongType },
  { weight: 2, arbitrary: fc.json({ stringUnit: 'binary' }) },
  { weight: 1, arbitrary: deepValue },
  { weight: 1, arbitrary: longString },
);
const member = fc.tuple(fc.constantFrom(...NAMES), value).map(([name, text]) => `"${name}":${text}`);
// Few different names, so that duplicates are common.
const object = fc.array(member, { maxLength: 5 }).map((members) => `{${members.join(',')}}`);
const manyMembers = fc
  .constantFrom(99, 100, 101, 1000, 100_000)
  .map((count) => `{${Array.from({ length: count }, (_, index) => `"${index.toString(36)}":1`).join(',')}}`);

const text = fc.oneof(
  { weight: 60, arbitrary: object },
  { weight: 10, arbitrary: fc.json({ stringUnit: 'binary' }) },
  { weight: 5, arbitrary: value },
  { weight: 1, arbitrary: manyMembers },
);

/** Changes to the bytes of a body; most often none. */
const damage = fc.oneof(
  { weight: 6, arbitrary: fc.constant((bytes: Buffer) => bytes) },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }).map((fraction) => truncate(fraction)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat(), fc.constantFrom(0, 0xff, 0xc0, 0xe2, 0x2c, 0x22))
      .map((at) => insert(...at)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('}', ' {}', '\0', '\ufeff', ' \n\t').map((tail) => append(tail)),
  },
  { weight: 1, arbitrary: fc.constant((bytes: Buffer) => Buffer.from(`\ufeff${bytes}`)) },
  { weight: 1, arbitrary: fc.constant((bytes: Buffer) => Buffer.from(bytes.toString(), 'utf16le')) },
);
const truncate = (fraction: number) => (bytes: Buffer) =>
  bytes.subarray(0, Math.floor(bytes.length * fraction));
const append = (tail: string) => (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(tail)]);
const insert = (at: number, byte: number) => (bytes: Buffer) => {
  const place = at % (bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, place), Buffer.of(byte), bytes.subarray(place)]);
};

export interface HostileBody {
  bytes: Buffer;
}

// Counterexamples are printed shortened: a body may be a megabyte long.
const printable = (bytes: Buffer): HostileBody & fc.WithToStringMethod => ({
  bytes,
  [fc.toStringMethod]: () =>
    `${bytes.length} bytes: ${JSON.stringify(bytes.subarray(0, 300).toString('latin1'))}`,
});

export const hostileBody: fc.Arbitrary<HostileBody> = fc
  .tuple(text, damage)
  .map(([body, damaged]) => printable(damaged(Buffer.from(body))));
