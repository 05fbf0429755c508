import fc from 'fast-check';
import { RANGES } from '../../../blackbox/model.ts';
import { hostileBody } from '../../hostile-bodies.ts';
import { PROTOTYPES, UIDS, usually } from './words.ts';

const RANKS = [1, 2, 3, 99, 100];
const EXPERIENCES = [0, 14, 15, 44, 45, 74, 233010, 240224, 240225];
const RULED = ['tier', 'weaponTier', 'weaponLevel', 'abilityHp', 'abilityAtk', 'bond', 'bondExp'];

function anyOf(name: string): fc.Arbitrary<unknown> {
  const [least, most] = RANGES[name] as readonly [number, number];
  const usual =
    {
      bond: fc.constantFrom(...RANKS),
      bondExp: fc.constantFrom(...EXPERIENCES),
      tier: fc.constantFrom(1, 4, 5, 5, 5),
    }[name] ?? fc.constantFrom(least, most, (least + most) >> 1);
  return fc.oneof(
    { weight: 20, arbitrary: usual },
    { weight: 2, arbitrary: fc.constant(null) },
    {
      weight: 2,
      arbitrary: fc.constantFrom<unknown>(least - 1, most + 1, 1.5, -0, '5', true, [], {}, 2 ** 53, 1e21),
    },
  );
}
const pair = fc
  .constantFrom(...Object.keys(RANGES), ...RULED, ...RULED)
  .chain((name) => fc.tuple(fc.constant(name), anyOf(name)));
const oddPair = fc.tuple(
  fc.constantFrom(...PROTOTYPES, 'LEVEL', 'level ', '', '0', 'x'),
  fc.constantFrom<unknown>(1, null, {}),
);
const changes = fc.array(usually<[string, unknown]>(25, pair, oddPair), { maxLength: 5 });

// Written by hand, because an object could hold neither a name twice nor __proto__.
const objectOf = (pairs: readonly (readonly [string, unknown])[]): string =>
  `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${Object.is(value, -0) ? '-0' : JSON.stringify(value)}`).join(',')}}`;
export const patchText = changes.map(objectOf);
export const registrationText = fc
  .tuple(
    usually<unknown>(
      15,
      fc.constantFrom(...UIDS),
      fc.constantFrom<unknown>('', 5, null, '99999', '__proto__', []),
    ),
    usually<unknown>(15, fc.constant(5), anyOf('tier')),
    anyOf('weaponTier'),
    changes,
    usually(20, fc.constant(''), fc.constantFrom('studentUid', 'tier', 'weaponTier')),
  )
  .map(([studentUid, tier, weaponTier, others, missing]) =>
    objectOf(
      [...others, ...Object.entries({ studentUid, tier, weaponTier })].filter(([name]) => name !== missing),
    ),
  );

const MIB = 1_048_576;
const large = fc.constantFrom(
  `${' '.repeat(MIB - 11)}{"level":5}`,
  ' '.repeat(MIB + 1),
  '['.repeat(MIB),
  `{"level":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
  `{"level":${'9'.repeat(MIB - 11)}}`,
  `{"level":"${'\\u0041'.repeat(170_000)}"}`,
  `{${'"level":5,'.repeat(100_000)}"level":6}`,
);
const hostile = hostileBody
  .map(({ bytes }) => bytes.toString('latin1'))
  .filter((text) => text.length < 20_000);
export const body = (usual: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 900, arbitrary: usual },
    { weight: 100, arbitrary: hostile },
    {
      weight: 20,
      arbitrary: fc.constantFrom(
        '',
        '[]',
        '{}',
        'null',
        '5',
        '"x"',
        '\xef\xbb\xbf{"level":5}',
        '{"level":5}\0',
        '\xff',
      ),
    },
    { weight: 1, arbitrary: large },
  );
export const type = usually<string>(
  25,
  fc.constant('application/json'),
  fc.constantFrom(
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;x=y; Charset="UTF-8"',
    'application/json; charset=latin1',
    'application/json;x=y;CHARSET="utf-16"',
    'application/json; charset=utf-8; charset=euc-kr',
    'application/json;',
    'text/plain',
    'application/jsonx',
    'application/json, text/plain',
    'multipart/form-data; boundary=x',
    '',
  ),
);
export const coding = usually<string | undefined>(
  25,
  fc.constant(undefined),
  fc.constantFrom('identity', '', 'gzip', 'Identity', 'br, identity', 'x'),
);
