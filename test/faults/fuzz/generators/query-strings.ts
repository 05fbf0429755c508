import fc from 'fast-check';
import { CURSOR_QUERY } from '../expected-response.ts';
import { asSent, hostileText, mostly, PROTOTYPE_NAMES, percentEncoded, UIDS } from './text.ts';

const oddNumber = fc.constantFrom(
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
const limit = mostly(3, fc.integer({ min: 1, max: 6 }).map(String), oddNumber);
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
    CURSOR_QUERY,
    CURSOR_QUERY,
    ...UIDS,
    '시로코',
    'ㅅㄹㅋ',
    'tlfhzh',
    '아',
    '',
    'x'.repeat(201),
    '👍'.repeat(200),
  ),
  hostileText,
);
const parameter = fc
  .oneof(
    { weight: 4, arbitrary: fc.tuple(fc.constant('query'), term) },
    { weight: 4, arbitrary: fc.tuple(fc.constant('limit'), limit) },
    { weight: 3, arbitrary: fc.tuple(fc.constant('cursor'), cursor) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...PROTOTYPE_NAMES, 'limit[]', 'Limit', '', 'x'), hostileText),
    },
  )
  .chain(([name, value]) =>
    // A placeholder must not be percent-encoded.
    fc.tuple(
      percentEncoded(fc.constant(name)),
      /^\{\w+\}/.test(value) ? fc.constant(asSent(value)) : percentEncoded(fc.constant(value)),
    ),
  );
export const listParameters = fc.array(parameter, { maxLength: 3 });
const validSearch = fc.tuple(
  percentEncoded(fc.constantFrom(CURSOR_QUERY, CURSOR_QUERY, ...UIDS, '시로코', 'ㅅㄹㅋ', 'tlfhzh')),
  fc.array(parameter, { maxLength: 1 }),
);
/** Most of these have a valid `query`. */
export const searchParameters = mostly(
  2,
  validSearch.map(([query, others]) => [[asSent('query'), query] as const, ...others]),
  listParameters,
);
