import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedCatalogue } from './catalogue.ts';
import { shippedData } from './catalogue-data.ts';
import {
  MAX_ALIASES,
  MAX_ALIASES_PER_ENTRY,
  MAX_ENTRIES,
  MAX_FORMS_PER_ENTRY,
  MAX_LETTERS,
  validateEntries,
} from './catalogue-entry.ts';

const catalogue = shippedCatalogue();

test('the shipped catalogue has 272 students, two of them with a second form', () => {
  assert.equal(catalogue.entries.length, 272);
  assert.equal(catalogue.resolve('10099'), '10098');
  assert.equal(catalogue.resolve('10144'), '10143');
  assert.equal(catalogue.resolve('10098'), '10098');
  assert.equal(catalogue.resolve('99999'), undefined);
});

const entry = { uid: '1', names: { ko: '가', ja: 'ア', en: 'A' }, aliases: [] };
const invalid: [string, unknown, RegExp][] = [
  ['no entries', [], /at least one/],
  ['no uid', [{ ...entry, uid: '' }], /entry 1.*uid must be/],
  ['no Japanese name', [{ ...entry, names: { ko: '가', en: 'A' } }], /uid 1\).*names\.ja/],
  [
    'a name of two lines',
    [{ ...entry, names: { ...entry.names, ko: '가\u2028나' } }],
    /names\.ko must be a text of 1 to 200 letters without control/,
  ],
  ['an alias that is not a string', [{ ...entry, aliases: [5] }], /aliases/],
  ['a duplicate uid', [entry, entry], /entry 2.*1 is a UID of 1 already/],
  [
    'a form that is the uid of another student',
    [entry, { ...entry, uid: '2', otherForms: ['1'] }],
    /entry 2.*otherForms/,
  ],
];
for (const [name, data, sentence] of invalid)
  test(`rejects a catalogue with ${name}`, () =>
    assert.throws(() => validateEntries(data as never, shippedData()), sentence));

const NAME = 'x'.repeat(200);
const makeEntries = (count: number, more: (i: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, i) => ({ ...entry, uid: `u${i}`, ...more(i) }));
const aliases = (count: number, alias = 'a') => Array.from({ length: count }, () => alias);
const forms = (count: number) => Array.from({ length: count }, (_, i) => `f${i}`);

const limits: [string, (count: number) => unknown, number, RegExp][] = [
  [
    'students',
    (count) => makeEntries(count),
    MAX_ENTRIES,
    /may have 50000 students, and this one has 50001\./,
  ],
  [
    'aliases of a student',
    (count) => [{ ...entry, aliases: aliases(count) }],
    MAX_ALIASES_PER_ENTRY,
    /entry 1 \(uid 1\): aliases must be an array of 100 at most/,
  ],
  [
    'forms of a student',
    (count) => [{ ...entry, otherForms: forms(count) }],
    MAX_FORMS_PER_ENTRY,
    /entry 1 \(uid 1\): otherForms must be an array of 20 at most/,
  ],
  [
    'aliases',
    (count) =>
      makeEntries(Math.ceil(count / 50), (i) => ({ aliases: aliases(Math.min(50, count - i * 50)) })),
    MAX_ALIASES,
    /may have 100000 aliases in all, and this one has 100001\./,
  ],
  [
    'letters',
    (count) => {
      const full = makeEntries(50, () => ({ aliases: aliases(99, NAME) }));
      // Besides the aliases: 3 letters of names for each entry, 140 for the 50 UIDs, 4 for the last UID.
      const remaining = count - 50 * (99 * 200 + 3) - 140 - 3 - 4;
      const rest = [...aliases(Math.floor(remaining / 200), NAME), 'x'.repeat(remaining % 200)];
      return [...full, { ...entry, uid: 'rest', aliases: rest }];
    },
    MAX_LETTERS,
    /may have 1000000 letters in all .*, and this one has 1000001\./,
  ],
];
for (const [what, data, maximum, sentence] of limits)
  test(`accepts a catalogue of ${maximum} ${what} and rejects a larger one`, () => {
    assert.doesNotThrow(() => validateEntries(data(maximum) as never, shippedData()));
    assert.throws(() => validateEntries(data(maximum + 1) as never, shippedData()), sentence);
  });
