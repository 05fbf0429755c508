import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STATE_NAMES } from './state-fields.ts';
import { applyRegistration } from './state-rules.ts';
import { stateTag } from './state-tag.ts';

const STATE = applyRegistration(undefined, { tier: 5, weaponTier: 0, level: 1 });

test('the tag of a state is an ETag of its fields in order', () => {
  assert.equal(stateTag(STATE), '"5.0.1................."');
});

test('every field changes the tag, and null is not zero', () => {
  for (const name of STATE_NAMES) assert.notEqual(stateTag({ ...STATE, [name]: 7 }), stateTag(STATE), name);
  assert.notEqual(stateTag({ ...STATE, abilityHp: 0 }), stateTag(STATE));
});
