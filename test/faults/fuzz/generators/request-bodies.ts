import fc from 'fast-check';
import { RANGES } from '../../../blackbox/model.ts';
import { hostileBody } from '../../hostile-bodies.ts';
import { mostly, PROTOTYPE_NAMES, UIDS } from './text.ts';

const BONDS = [1, 2, 3, 99, 100];
const BOND_EXPS = [0, 14, 15, 44, 45, 74, 233010, 240224, 240225];
const FIELDS_WITH_RULES = ['tier', 'weaponTier', 'weaponLevel', 'abilityHp', 'abilityAtk', 'bond', 'bondExp'];

function fieldValue(name: string): fc.Arbitrary<unknown> {
  const [min, max] = RANGES[name] as readonly [number, number];
  const usual =
    {
      bond: fc.constantFrom(...BONDS),
      bondExp: fc.constantFrom(...BOND_EXPS),
      tier: fc.constantFrom(1, 4, 5, 5, 5),
    }[name] ?? fc.constantFrom(min, max, (min + max) >> 1);
  return fc.oneof(
    { weight: 20, arbitrary: usual },
    { weight: 2, arbitrary: fc.constant(null) },
    {
      weight: 2,
      arbitrary: fc.constantFrom<unknown>(min - 1, max + 1, 1.5, -0, '5', true, [], {}, 2 ** 53, 1e21),
    },
  );
}
const fieldPair = fc
  .constantFrom(...Object.keys(RANGES), ...FIELDS_WITH_RULES, ...FIELDS_WITH_RULES)
  .chain((name) => fc.tuple(fc.constant(name), fieldValue(name)));
const unknownPair = fc.tuple(
  fc.constantFrom(...PROTOTYPE_NAMES, 'LEVEL', 'level ', '', '0', 'x'),
  fc.constantFrom<unknown>(1, null, {}),
);
const changes = fc.array(mostly<[string, unknown]>(25, fieldPair, unknownPair), { maxLength: 5 });

// Built as text: a JavaScript object cannot hold a name twice, nor __proto__.
const jsonObject = (pairs: readonly (readonly [string, unknown])[]): string =>
  `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${Object.is(value, -0) ? '-0' : JSON.stringify(value)}`).join(',')}}`;
export const patchText = changes.map(jsonObject);
export const registrationText = fc
  .tuple(
    mostly<unknown>(
      15,
      fc.constantFrom(...UIDS),
      fc.constantFrom<unknown>('', 5, null, '99999', '__proto__', []),
    ),
    mostly<unknown>(15, fc.constant(5), fieldValue('tier')),
    fieldValue('weaponTier'),
    changes,
    mostly(20, fc.constant(''), fc.constantFrom('studentUid', 'tier', 'weaponTier')),
  )
  .map(([studentUid, tier, weaponTier, others, missing]) =>
    jsonObject(
      [...others, ...Object.entries({ studentUid, tier, weaponTier })].filter(([name]) => name !== missing),
    ),
  );

const MIB = 1_048_576;
const largeBody = fc.constantFrom(
  `${' '.repeat(MIB - 11)}{"level":5}`,
  ' '.repeat(MIB + 1),
  '['.repeat(MIB),
  `{"level":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
  `{"level":${'9'.repeat(MIB - 11)}}`,
  `{"level":"${'\\u0041'.repeat(170_000)}"}`,
  `{${'"level":5,'.repeat(100_000)}"level":6}`,
);
const smallHostileBody = hostileBody
  .map(({ bytes }) => bytes.toString('latin1'))
  .filter((text) => text.length < 20_000);
export const requestBody = (usual: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 900, arbitrary: usual },
    { weight: 100, arbitrary: smallHostileBody },
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
    { weight: 1, arbitrary: largeBody },
  );
export const contentType = mostly<string>(
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
export const contentEncoding = mostly<string | undefined>(
  25,
  fc.constant(undefined),
  fc.constantFrom('identity', '', 'gzip', 'Identity', 'br, identity', 'x'),
);
