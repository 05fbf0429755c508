import fc from 'fast-check';
import { SEARCHED } from '../expect.ts';
import { PROTOTYPES, spelled, UIDS, unchanged, usually, words } from './words.ts';

const numbers = fc.constantFrom(
  '0',
  '1',
  '5',
  '100',
  '101',
  '00050',
  '-1',
  '1e1',
  '5.0',
  ' 5',
  '٣',
  '9'.repeat(400),
  '',
);
const limit = usually(3, fc.integer({ min: 1, max: 6 }).map(String), numbers);
const cursor = fc.constantFrom(
  '{own0}',
  '{own1}',
  '{own2}',
  '{foreign}',
  '{search}',
  '',
  'x',
  '{own0}=',
  'W10',
  'null',
);
const term = fc.oneof(
  fc.constantFrom(
    SEARCHED,
    SEARCHED,
    ...UIDS,
    '시로코',
    'ㅅㄹㅋ',
    'tlfhzh',
    '아',
    '',
    'x'.repeat(201),
    '👍'.repeat(200),
  ),
  words,
);
const parameter = fc
  .oneof(
    { weight: 4, arbitrary: fc.tuple(fc.constant('query'), term) },
    { weight: 4, arbitrary: fc.tuple(fc.constant('limit'), limit) },
    { weight: 3, arbitrary: fc.tuple(fc.constant('cursor'), cursor) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...PROTOTYPES, 'limit[]', 'Limit', '', 'x'), words) },
  )
  .chain(([name, value]) =>
    // A placeholder is sent as it is.
    fc.tuple(
      spelled(fc.constant(name)),
      /^\{\w+\}/.test(value) ? fc.constant(unchanged(value)) : spelled(fc.constant(value)),
    ),
  );
export const parameters = fc.array(parameter, { maxLength: 3 });
const searched = fc.tuple(
  spelled(fc.constantFrom(SEARCHED, SEARCHED, ...UIDS, '시로코', 'ㅅㄹㅋ', 'tlfhzh')),
  fc.array(parameter, { maxLength: 1 }),
);
/** A search says what for, in most cases. */
export const searches = usually(
  2,
  searched.map(([query, others]) => [[unchanged('query'), query] as const, ...others]),
  parameters,
);
