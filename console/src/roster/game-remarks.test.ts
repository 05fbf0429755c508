import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFields } from '../../../contract/field-checks.ts';
import { checkStateRules } from '../../../contract/state-rules.ts';
import { EQUIPMENT_LEVEL_CAPS, gameMaximum, maximumGrowth } from '../../../game/growth-limits.ts';
import { findRemarks } from './game-remarks.ts';
import { makeState } from './test-entries.ts';

const remarked = (state: Parameters<typeof makeState>[0]) => Object.keys(findRemarks(makeState(state)));

test('equipment above the cap of its tier, and a level without a tier, get a remark', () => {
  assert.deepEqual(remarked({ equip1: 1, equip1Level: 70 }), ['equip1Level']);
  assert.deepEqual(remarked({ equip2Level: 5 }), ['equip2Level']);
  for (const [place, cap] of EQUIPMENT_LEVEL_CAPS.entries()) {
    assert.deepEqual(remarked({ equip3: place + 1, equip3Level: cap }), []);
    assert.equal(gameMaximum('equip3Level', makeState({ equip3: place + 1 })), cap);
  }
  assert.equal(gameMaximum('equip3Level', makeState()), 70);
});

test('what the game opens later gets a remark, and what is not recorded gets none', () => {
  assert.deepEqual(remarked({ equip2: 1, equip3: 1, level: 10 }), ['equip3']);
  assert.deepEqual(remarked({ equip2: 1, equip3: 1 }), []);
  assert.deepEqual(remarked({ tier: 2, skillEnhanced: 2, skillSub: 2 }), ['skillSub']);
  assert.deepEqual(remarked({ tier: 5, weaponTier: 1, weaponLevel: 0 }), ['weaponLevel']);
  assert.deepEqual(remarked({ tier: 5, weaponTier: 1, level: 89, abilityHp: 1, abilityAtk: 0 }), [
    'abilityHp',
  ]);
  assert.deepEqual(remarked({ tier: 3, bond: 21 }), ['bond']);
  assert.deepEqual(remarked({ equipSpecial: 2, bond: 19 }), ['equipSpecial']);
  assert.equal(gameMaximum('bond', makeState({ tier: 4 })), 30);
});

test('the maximum of a student keeps every rule, leaves the bond alone and needs no remark', () => {
  const growth = maximumGrowth(null);
  assert.deepEqual(checkFields(growth, []), []);
  assert.deepEqual(checkStateRules(makeState(growth), growth), []);
  assert.deepEqual(remarked(growth), []);
  assert.ok(!('bond' in growth) && !('bondExp' in growth) && !('equipSpecial' in growth));
  assert.equal(maximumGrowth(makeState({ equipSpecial: 1 })).equipSpecial, 2);
});
