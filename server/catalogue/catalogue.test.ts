import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkedEntries, shippedCatalogue } from './catalogue.ts';

const catalogue = shippedCatalogue();

test('the shipped catalogue has 265 students, two of them with a second form', () => {
  assert.equal(catalogue.entries.length, 265);
  assert.equal(catalogue.resolve('10099'), '10098');
  assert.equal(catalogue.resolve('10144'), '10143');
  assert.equal(catalogue.resolve('10098'), '10098');
  assert.equal(catalogue.resolve('99999'), undefined);
});

const names = (query: string): string[] => catalogue.search(query).map((text) => JSON.parse(text).name);
const first: [string, string[]][] = [
  ['10010', ['시로코']],
  ['10099', ['호시노(무장)']],
  ['시로코', ['시로코', '시로코(라이딩)', '시로코(수영복)', '시로코*테러']],
  ['シロコ', ['시로코', '시로코(라이딩)']],
  ['しろこ', ['시로코']],
  ['SHIROKO', ['시로코']],
  ['수시로코', ['시로코(수영복)']],
  ['쿠로코', ['시로코*테러']],
  ['shun (small)', ['슌(어린이)']],
];
for (const [query, expected] of first)
  test(`"${query}" finds ${expected.join(', ')} first`, () =>
    assert.deepEqual(names(query).slice(0, expected.length), expected));

for (const query of ['없는이름', ' ', '()', '*'])
  test(`"${query}" finds nothing`, () => assert.deepEqual(names(query), []));

const entry = { uid: '1', names: { ko: '가', ja: 'ア', en: 'A' }, aliases: [] };
const faulty: [string, unknown, RegExp][] = [
  ['no array', {}, /array of students/],
  ['no uid', [{ ...entry, uid: '' }], /entry 1.*uid must be/],
  ['no Japanese name', [{ ...entry, names: { ko: '가', en: 'A' } }], /uid 1\).*names\.ja/],
  ['an alias that is no text', [{ ...entry, aliases: [5] }], /aliases/],
  ['a uid twice', [entry, entry], /entry 2.*1 is a UID of 1 already/],
  ['a form that is a student', [entry, { ...entry, uid: '2', otherForms: ['1'] }], /entry 2.*otherForms/],
];
for (const [name, data, sentence] of faulty)
  test(`a catalogue with ${name} is refused`, () => assert.throws(() => checkedEntries(data), sentence));
