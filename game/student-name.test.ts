import assert from 'node:assert/strict';
import { test } from 'node:test';
import shipped from '../data/students.json' with { type: 'json' };
import { isInCostume, lettersOf, splitCostume, splitName } from './student-name.ts';

test('a name is parted from its costume in each language', () => {
  for (const [name, own, costume] of [
    ['시로코(라이딩)', '시로코', '라이딩'],
    ['Shiroko (Cycling)', 'Shiroko', 'Cycling'],
    ['シロコ（ライディング）', 'シロコ', 'ライディング'],
    ['시로코*테러', '시로코', '테러'],
    ['사텐 루이코', '사텐 루이코', undefined],
    ['(미카)', '(미카)', undefined],
  ] as const)
    assert.deepEqual(splitName(name), { own, costume });
});

test('another self is no costume', () => {
  assert.deepEqual(splitCostume('시로코*테러'), { own: '시로코*테러', costume: undefined });
  assert.deepEqual(splitCostume('Shiroko (Cycling)'), { own: 'Shiroko', costume: 'Cycling' });
});

test('the letters of a name are its first and last, without the costume', () => {
  for (const [name, letters] of [
    ['미카', '미카'],
    ['미야코', '미코'],
    ['시로코(수영복)', '시코'],
    ['시로코*테러', '시러'],
    ['하츠네 미쿠', '하쿠'],
    ['마리（水着）', '마리'],
    ['ミヤコ', 'ミコ'],
    ['マリー', 'マリ'],
    ['レイジョ', 'レジ'],
    ['Mika', 'Mk'],
    ['Miyako', 'Myk'],
    ['Hoshino (Swimsuit)', 'Hsn'],
    ['Rei', 'Ri'],
    ['시', '시'],
    ['*', ''],
    ['', ''],
  ] as const)
    assert.equal(lettersOf(name), letters, name);
});

test('a costume is told by its brackets', () => {
  assert.deepEqual(
    ['시로코', '시로코*테러', '시로코(수영복)', 'シロコ（水着）', 'Shiroko (Swimsuit)'].map(isInCostume),
    [false, false, true, true, true],
  );
});

for (const language of ['ko', 'ja', 'en'] as const)
  test(`no two students of a school have the same letters in ${language}`, () => {
    const plain = shipped.filter(({ names }) => !isInCostume(names[language]));
    const shared = Map.groupBy(
      plain,
      ({ names, attributes }) => `${attributes.school} ${lettersOf(names[language])}`,
    );
    const alike = [...shared].filter(([, { length }]) => length > 1);
    assert.deepEqual(
      alike.map(([letters, students]) => [letters, students.map(({ names }) => names[language])]),
      [],
    );
    for (const { names } of shipped) {
      const { length } = lettersOf(names[language]);
      assert.ok(length >= 1 && length <= (language === 'en' ? 3 : 2), names[language]);
    }
  });
