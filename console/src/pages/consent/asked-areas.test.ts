import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAskedAreas, toggleArea } from './asked-areas.ts';

test('an app that asks to write can be let read alone', () => {
  assert.deepEqual(listAskedAreas(['history:read', 'roster:write']), [
    'roster:read',
    'roster:write',
    'history:read',
  ]);
  assert.deepEqual(listAskedAreas(['plan:read']), ['plan:read']);
});

test('writing is ticked with reading and goes with it, other areas stay', () => {
  const both = ['roster:read', 'roster:write', 'plan:read'] as const;
  assert.deepEqual(toggleArea(both, 'roster:write'), ['roster:read', 'plan:read']);
  assert.deepEqual(toggleArea(both, 'plan:read'), ['roster:read', 'roster:write']);
  assert.deepEqual(toggleArea([], 'roster:write'), ['roster:read', 'roster:write']);
});

test('plan and history are ticked with reading the roster and go with it', () => {
  assert.deepEqual(toggleArea([], 'history:read'), ['roster:read', 'history:read']);
  assert.deepEqual(toggleArea([], 'plan:write'), ['roster:read', 'plan:read', 'plan:write']);
  const all = ['roster:read', 'roster:write', 'plan:read', 'plan:write', 'history:read'] as const;
  assert.deepEqual(toggleArea(all, 'roster:read'), []);
  assert.deepEqual(toggleArea(all, 'plan:read'), ['roster:read', 'roster:write', 'history:read']);
  assert.deepEqual(toggleArea(all, 'history:read'), all.slice(0, 4));
});
