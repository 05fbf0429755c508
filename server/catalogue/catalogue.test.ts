import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedCatalogue } from './catalogue.ts';
import { checkedEntries } from './entries.ts';

const catalogue = shippedCatalogue();

test('the shipped catalogue has 265 students, two of them with a second form', () => {
  assert.equal(catalogue.entries.length, 265);
  assert.equal(catalogue.resolve('10099'), '10098');
  assert.equal(catalogue.resolve('10144'), '10143');
  assert.equal(catalogue.resolve('10098'), '10098');
  assert.equal(catalogue.resolve('99999'), undefined);
});

const entry = { uid: '1', names: { ko: '가', ja: 'ア', en: 'A' }, aliases: [] };
const faulty: [string, unknown, RegExp][] = [
  ['nothing in it', [], /at least one/],
  ['no uid', [{ ...entry, uid: '' }], /entry 1.*uid must be/],
  ['no Japanese name', [{ ...entry, names: { ko: '가', en: 'A' } }], /uid 1\).*names\.ja/],
  ['an alias that is no text', [{ ...entry, aliases: [5] }], /aliases/],
  ['a uid twice', [entry, entry], /entry 2.*1 is a UID of 1 already/],
  ['a form that is a student', [entry, { ...entry, uid: '2', otherForms: ['1'] }], /entry 2.*otherForms/],
];
for (const [name, data, sentence] of faulty)
  test(`a catalogue with ${name} is refused`, () =>
    assert.throws(() => checkedEntries(data as never), sentence));
