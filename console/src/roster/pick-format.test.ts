import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPicks, parsePicks } from './pick-format.ts';

test('picks are read as they were stored, and none leave no entry', () => {
  const picks = new Map([
    ['10000', 3],
    ['20001', 9],
  ]);
  assert.deepEqual(parsePicks(formatPicks(picks) ?? null), picks);
  assert.equal(formatPicks(new Map()), undefined);
  assert.equal(parsePicks(null).size, 0);
});

test('what is no number of stars is left out', () => {
  assert.deepEqual([...parsePicks('{"1":0,"2":1,"3":9,"4":10,"5":"3","6":2.5,"7":null}').keys()], ['2', '3']);
  for (const stored of ['{', 'null', '3', '"text"', '[]']) assert.equal(parsePicks(stored).size, 0, stored);
});
