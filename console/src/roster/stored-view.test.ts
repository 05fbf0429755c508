import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_VIEW, parseView } from './stored-view.ts';

const VIEW = {
  query: 'ㅅㄹㅋ',
  filter: { recruited: 'recruited', stars: 5, missing: 'skills' },
  order: { by: 'bond', descending: true },
};

test('a stored view comes back for its own account only', () => {
  assert.deepEqual(parseView({ accountId: 'a', ...VIEW }, 'a'), VIEW);
  assert.deepEqual(parseView({ accountId: 'a', ...VIEW }, 'b'), EMPTY_VIEW);
  assert.deepEqual(parseView({}, 'a'), EMPTY_VIEW);
});

test('a filter or order that this version does not know is left out', () => {
  const stored = {
    accountId: 'a',
    query: 3,
    filter: { recruited: 'some', stars: 12, missing: 'luck' },
    order: { by: 'luck' },
  };
  assert.deepEqual(parseView(stored, 'a'), EMPTY_VIEW);
});
