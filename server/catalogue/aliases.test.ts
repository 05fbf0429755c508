import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeAliases } from './aliases.ts';
import { MAX_ALIASES_PER_ENTRY } from './catalogue-entry.ts';

const entry = (uid: string, ko: string, en: string, aliases: string[] = []) => ({
  uid,
  names: { ko, ja: uid, en },
  aliases,
});
type Entry = ReturnType<typeof entry>;
const aliasesOf = (entries: Entry[], before: Entry[], told: Record<string, string[]> = {}) =>
  completeAliases(entries, { before, told: new Map(Object.entries(told)) }).map(({ aliases }) => aliases);

test('who is renamed keeps the former name, and an alias that has become the name is one no longer', () => {
  assert.deepEqual(
    aliasesOf([entry('1', '가', 'New', ['own'])], [entry('1', '가', 'Old', ['new', 'kept'])]),
    [['kept', 'own', 'Old']],
  );
});

test('a former name is not kept where somebody else is called so now', () => {
  const before = [entry('1', '가', 'One'), entry('2', '나', 'Two')];
  assert.deepEqual(aliasesOf([entry('1', '가', 'Two'), entry('2', '나', 'One')], before), [[], []]);
});

test('a name that changes every day does not make aliases without end', () => {
  const aliases = Array.from({ length: MAX_ALIASES_PER_ENTRY }, (_, i) => `alias ${i}`);
  assert.deepEqual(aliasesOf([entry('1', '가', 'New', aliases)], [entry('1', '가', 'Old')]), [aliases]);
});

test('the short name of a costume gives way to another student whom a source calls so', () => {
  const fubuki = entry('1', '후부키(수영복)', 'Fubuki (Swimsuit)', ['수부키', '별명']);
  const ibuki = entry('2', '이부키(수영복)', 'Ibuki (Swimsuit)', ['수부키']);
  const completed = aliasesOf([fubuki, ibuki], [fubuki], { 2: ['수부키'] });
  assert.deepEqual(completed, [
    ['별명', '수후부키'],
    ['수부키', '수이부키'],
  ]);
  // Told of both, both have it; an alias that no costume makes is nobody else's to take.
  const both = aliasesOf([fubuki, ibuki], [], { 1: ['수부키'], 2: ['수부키', '별명'] });
  assert.deepEqual(both[0], ['수부키', '별명', '수후부키']);
});
