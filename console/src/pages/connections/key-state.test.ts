import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateOfKey } from './key-state.ts';

const NOW = Date.parse('2026-05-01T00:00:00Z');
const stateAt = (expiresAt: string, revokedAt: string | null = null) =>
  stateOfKey({ expiresAt, revokedAt }, NOW);

test('a key is active, expires soon, has expired or is revoked', () => {
  assert.deepEqual(stateAt('2026-06-01T00:00:00Z'), { state: 'active', isEnded: false });
  assert.deepEqual(stateAt('2026-05-10T00:00:00Z'), { state: 'expires-soon', isEnded: false });
  assert.deepEqual(stateAt('2026-05-01T00:00:00Z'), { state: 'expired', isEnded: true });
  assert.deepEqual(stateAt('2026-06-01T00:00:00Z', '2026-04-01T00:00:00Z'), {
    state: 'revoked',
    isEnded: true,
  });
});
