import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateOfShare } from './share-state.ts';

const NOW = Date.parse('2026-05-01T00:00:00Z');
const stateAt = (expiresAt: string | null) => stateOfShare({ expiresAt }, NOW);

test('a link is open, ends soon or has ended', () => {
  assert.equal(stateAt(null), 'open');
  assert.equal(stateAt('2026-05-10T00:00:00Z'), 'open');
  assert.equal(stateAt('2026-05-02T00:00:00Z'), 'ends-soon');
  assert.equal(stateAt('2026-05-01T00:00:00Z'), 'ended');
});
