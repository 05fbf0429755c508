import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAreas } from './use-key-areas.ts';

test('the permission of a key decides whether its areas are read or written, and the history is only read', () => {
  assert.deepEqual(toAreas(['roster', 'plan', 'history'], 'read'), [
    'roster:read',
    'plan:read',
    'history:read',
  ]);
  assert.deepEqual(toAreas(['roster', 'history'], 'write'), ['roster:write', 'history:read']);
  assert.deepEqual(toAreas([], 'write'), []);
});
