import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Catalogue, shippedCatalogue } from '../server/catalogue/catalogue.ts';
import { shippedData } from '../server/catalogue/catalogue-data.ts';
import type { CatalogueEntry } from '../server/catalogue/catalogue-entry.ts';

const catalogue = shippedCatalogue();
const search = (query: string, searched = catalogue): string[] => {
  const { page, count } = searched.search(query);
  return page(0, count).map((text) => JSON.parse(text).name);
};

const SHIROKOS = ['시로코', '시로코(라이딩)', '시로코(수영복)', '시로코*테러'];

/** All results, in order. */
const allResults: [string, string[]][] = [
  ['10010', ['시로코']],
  ['10099', ['호시노(무장)']],
  ['시로코', SHIROKOS],
  [
    'ㅅㄹㅋ',
    [
      '시로코',
      '세리카',
      '시로코(라이딩)',
      '세리카(새해)',
      '하루카(새해)',
      '시로코(수영복)',
      '세리카(수영복)',
      '시로코*테러',
    ],
  ],
  ['tlfhzh', SHIROKOS],
  ['시롴', SHIROKOS],
  ['시로ㅋ', SHIROKOS],
  ['tlfhz', SHIROKOS],
  ['시로코(수영복)', ['시로코(수영복)']],
  ['시로코 수영복', ['시로코(수영복)']],
  ['시로코*테러', ['시로코*테러']],
  ['호시노(무장)', ['호시노(무장)']],
  ['하츠네 미쿠', ['하츠네 미쿠']],
  ['하츠네미쿠', ['하츠네 미쿠']],
  ['미쿠', ['하츠네 미쿠']],
  ['gkcmsp alzn', ['하츠네 미쿠']],
  ['수시로코', ['시로코(수영복)']],
  ['수영복 시로코', ['시로코(수영복)']],
  ['swimsuit shiroko', ['시로코(수영복)']],
  ['ｓｗｉｍｓｕｉｔ, SHIROKO!', ['시로코(수영복)']],
  ['水着 しろこ', ['시로코(수영복)']],
  ['수영 시로', ['시로코(수영복)', '마시로(수영복)']],
  ['영복 로코', ['시로코(수영복)']],
  ['수영복 시로코 수영복', ['시로코(수영복)']],
  ['미쿠 하츠네', ['하츠네 미쿠']],
  ['쿠로코', ['시로코*테러']],
  ['수시노', ['호시노(수영복)']],
  ['운유카', ['유우카(체육복)']],
  ['Shun (Small)', ['슌(어린이)']],
  ['shunsmall', ['슌(어린이)']],
];
for (const [query, expected] of allResults)
  test(`"${query}" finds only ${expected.join(', ')}`, () => assert.deepEqual(search(query), expected));

const firstResults: [string, string[]][] = [
  ['ユウカ', ['유우카']],
  ['ゆうか', ['유우카']],
  ['ﾕｳｶ', ['유우카']],
  ['YUUKA', ['유우카']],
  ['시로코'.normalize('NFD'), SHIROKOS],
  ['ａｒｕ', ['아루']],
  ['Hoshino', ['호시노']],
];
for (const [query, expected] of firstResults)
  test(`"${query}" finds ${expected.join(', ')} first`, () =>
    assert.deepEqual(search(query).slice(0, expected.length), expected));

test('a match with an unfinished syllable ranks after one with the finished syllable', () => {
  const names = search('카리');
  assert.ok(names.includes('카린') && names.includes('아카리'));
  assert.ok(names.indexOf('아카리') < names.indexOf('카린'));
});

for (const query of [
  '',
  ' ',
  '()',
  '*',
  '없는이름',
  '가'.repeat(200),
  '\u0000',
  '💥',
  '.*',
  'ㅋㅋㅋㅋㅋ',
  '시로코 없는이름',
  'u.a.o',
])
  test(`${JSON.stringify(query.slice(0, 10))} finds nothing`, () => assert.deepEqual(search(query), []));

// One entry for each rank, in the reverse of the expected order.
const entry = (uid: string, ko: string, aliases: string[] = []) => ({
  uid,
  names: { ko, ja: '＿', en: '_' },
  aliases,
});
const build = (students: CatalogueEntry[]) => Catalogue.build({ ...shippedData(), students });
const ranks = build([
  entry('1', '아로카나'),
  entry('2', '로카나'),
  entry('3', '아리구'),
  entry('4', '리구'),
  entry('5', '아로 카'),
  entry('6', '가 로카'),
  entry('7', '로카'),
  entry('로카', '사'),
]);
test('results are the exact UID, then names by quality of the match, then in catalogue order', () => {
  assert.deepEqual(search('로카', ranks), ['사', '로카', '로카나', '가 로카', '아로카나', '아로 카']);
  assert.deepEqual(search('ㄹㅋ', ranks), ['로카나', '로카', '아로카나', '아로 카', '가 로카']);
  assert.deepEqual(search('릭', ranks), ['리구', '아리구']);
  assert.deepEqual(search('fhzk', ranks), ['로카나', '로카', '아로카나', '아로 카', '가 로카']);
});

test('words in any order rank after every other match, words at the start of a word first', () => {
  const words = build([
    entry('1', '다나라 가마바'),
    entry('2', '나라 가마'),
    entry('3', '바가마 다'),
    entry('4', '사', ['가마나라']),
  ]);
  assert.deepEqual(search('가마 나라', words), ['사', '나라 가마', '다나라 가마바']);
  // The keyboard layout ranks before words: "rk sk" types 가나.
  const typed = build([entry('1', 'sk rk'), entry('2', '가나')]);
  assert.deepEqual(search('rk sk', typed), ['가나', 'sk rk']);
  // All words have to be in one name.
  const apart = build([entry('1', '가마', ['나라'])]);
  assert.deepEqual(search('가마 나라', apart), []);
});

test('a word prefix may span the following words and ranks before a substring', () => {
  const words = build([entry('1', '가나다라마'), entry('2', '가 나다 라마'), entry('3', '나다라')]);
  assert.deepEqual(search('나다라', words), ['나다라', '가 나다 라마', '가나다라마']);
});

test('an entry ranks by its best match in any language or alias', () => {
  const entries = build([entry('1', '가나'), entry('2', '나나', ['가나']), entry('3', '다', ['가나다'])]);
  assert.deepEqual(search('가나', entries), ['가나', '나나', '다']);
});

test('a match of initial consonants at the start of any name ranks before one inside a name', () => {
  const entries = build([entry('1', '라가나'), entry('2', '다라', ['가나']), entry('3', '가나')]);
  assert.deepEqual(search('ㄱㄴ', entries), ['다라', '가나', '라가나']);
});
