import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNew, formatKnown } from './known-students.ts';

const KNOWN = formatKnown('jp', ['1', '2']);

test('a student is new who was not there before', () => {
  assert.deepEqual(findNew(KNOWN, 'jp', ['3', '2', '1', '4']), ['3', '4']);
  assert.deepEqual(findNew(KNOWN, 'jp', ['1']), []);
});

test('nobody is new the first time, on another server, or beside what cannot be read', () => {
  for (const stored of [
    null,
    '',
    '{"server":"jp","uids',
    '[]',
    '{}',
    '{"server":"jp"}',
    formatKnown('global', []),
  ])
    assert.deepEqual(findNew(stored, 'jp', ['1']), [], String(stored));
});
