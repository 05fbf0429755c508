import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitText, wrapItems } from './fit-text.ts';

const measure = (text: string) => text.length;

test('a text that is too long ends with an ellipsis, between letters', () => {
  assert.equal(fitText('시로코', 3, measure), '시로코');
  assert.equal(fitText('시로코(라이딩)', 5, measure), '시로코(…');
  assert.equal(fitText('가👩‍👩‍👧', 4, measure), '가…');
  assert.equal(fitText('ab cd', 4, measure), 'ab…');
  assert.equal(fitText('abc', 0, measure), '…');
});

test('items are put whole on lines, and the last line is cut', () => {
  const wrap = (lines: number) => wrapItems(['aaaa', 'bbbb', 'cccc', 'dddd'], { width: 11, lines, measure });
  assert.deepEqual(wrap(2), ['aaaa · bbbb', 'cccc · dddd']);
  assert.deepEqual(wrap(1), ['aaaa · bbb…']);
  assert.deepEqual(wrapItems([], { width: 11, lines: 1, measure }), []);
});
