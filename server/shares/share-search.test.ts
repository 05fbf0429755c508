import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertHangulToQwerty, getChoseong } from 'es-hangul';
import { NameIndex, namesOf } from '../../game/name-index.ts';
import { foldName } from '../../game/text-folding.ts';
import { shippedCatalogue } from '../catalogue/catalogue.ts';
import { createSearch } from '../html/assets/share-search.js';

const { entries } = shippedCatalogue();
const index = new NameIndex(entries.length);
for (const [place, entry] of entries.entries()) for (const name of namesOf(entry)) index.add(place, name);
const find = createSearch(entries.map((entry) => [...namesOf(entry)].map(foldName)));

const found = (query: string) => find(query).flatMap((isFound, place) => (isFound ? [place] : []));
const assertAsService = (query: string) =>
  assert.deepEqual(
    found(query),
    index.search(query).toSorted((a, b) => a - b),
    query,
  );

/** What a Korean keyboard shows before the last vowel is typed: 시로코 as 시롴. */
function leaveUnfinished(name: string): string {
  const [last = '', before = ''] = [...name].toReversed();
  const initial =
    '\u11a8\u11a9\u11ab\u11ae\0\u11af\u11b7\u11b8\0\u11ba\u11bb\u11bc\u11bd\0\u11be\u11bf\u11c0\u11c1\u11c2'[
      Math.floor((last.charCodeAt(0) - 0xac00) / 588)
    ];
  const isOpen = (before.charCodeAt(0) - 0xac00) % 28 === 0;
  return isOpen && initial !== undefined && initial !== '\0'
    ? name.slice(0, -2) + (before.normalize('NFD') + initial).normalize('NFC')
    : name;
}

test('the search of a page finds a student by every name, whole or begun, as the service does', () => {
  for (const [place, entry] of entries.entries())
    for (const name of namesOf(entry)) {
      const begun = name.slice(0, 2);
      assertAsService(name);
      // The service also takes Latin letters for Korean ones, and lists what that finds last.
      if (/[a-z]/i.test(begun)) assert.ok(found(begun).includes(place), begun);
      else assertAsService(begun);
    }
});

test('it finds a Korean name by its initial consonants, unfinished, and typed on an English keyboard', () => {
  for (const { names } of entries) {
    const name = foldName(names.ko).replace(/[^가-힣]/g, '');
    assertAsService(getChoseong(name));
    assertAsService(leaveUnfinished(name));
    const typed = convertHangulToQwerty(name);
    if (index.search(typed).length > 0) assertAsService(typed);
  }
});

test('it finds what is typed in several words, hiragana, wide letters or joined consonants', () => {
  for (const query of [
    '수영복 시로코',
    'swimsuit shiroko',
    '水着 しろこ',
    'ｓｈｉｒｏｋｏ',
    '시롴',
    '시로ㅋ',
    'ㄳ',
    'gkcmsp alzn',
  ])
    assertAsService(query);
  assert.equal(found('시로코').length, 4);
});

test('it finds nobody by what is no name, and everybody as long as no letter is typed', () => {
  for (const query of ['없는이름', 'zzzz', '123456789', '시로코 없음', 'ㅋㅋㅋㅋㅋ'])
    assert.deepEqual(found(query), [], query);
  assert.equal(found('(').length, entries.length);
});
