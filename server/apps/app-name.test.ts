import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAppName } from './app-name.ts';

for (const [claimed, shown] of [
  ['Club bot', 'Club bot'],
  ['  출석부   봇 ', '출석부 봇'],
  ['Бот клуба', 'Бот клуба'],
  ['Rоllbook', 'R⟨U+043E⟩llbook'],
  ['safe\u202etxt.exe', 'safe⟨U+202E⟩txt.exe'],
  ['a\u200bb\u0000c', 'a⟨U+200B⟩b⟨U+0000⟩c'],
  ['Ｒｏｌｌｂｏｏｋ', 'Rollbook'],
  ['', undefined],
  ['\u2800 ---', undefined],
] as const)
  test(`shows the name ${JSON.stringify(claimed)} as ${JSON.stringify(shown)}`, () =>
    assert.equal(toAppName(claimed), shown));

test('cuts a name to sixty, also where each character is shown by its number', () => {
  for (const claimed of ['x'.repeat(500), `a${'\u{e0041}'.repeat(100)}`, `a${'\ufdfa'.repeat(8_000)}`]) {
    const shown = toAppName(claimed) ?? '';
    assert.ok(shown.length <= 60, shown);
    assert.match(shown, /…$/);
  }
});
