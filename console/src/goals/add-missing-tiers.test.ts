import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GrowthState } from '../../../contract/state-fields.ts';
import { applyRegistration } from '../../../contract/state-rules.ts';
import { addMissingTiers } from './add-missing-tiers.ts';

const stateWith = (values: Partial<GrowthState>): GrowthState =>
  applyRegistration(undefined, { tier: 5, weaponTier: 1, ...values });

test('a wanted level brings the lowest tier that has it, where the recorded one does not', () => {
  const wanted = { equip1Level: 65 };
  assert.deepEqual(addMissingTiers(wanted, stateWith({ equip1: 6 })), { equip1: 9, equip1Level: 65 });
  assert.deepEqual(addMissingTiers(wanted, null), { equip1: 9, equip1Level: 65 });
  for (const equip1 of [9, 10]) assert.deepEqual(addMissingTiers(wanted, stateWith({ equip1 })), wanted);
});

test('a tier that is wanted stays as it is', () => {
  const wanted = { equip1: 6, equip1Level: 65, weaponTier: 1, weaponLevel: 50 };
  assert.deepEqual(addMissingTiers(wanted, null), wanted);
});

test('a wanted weapon level brings the stars that have it', () => {
  const wanted = { weaponLevel: 50 };
  assert.deepEqual(addMissingTiers(wanted, stateWith({})), { ...wanted, weaponTier: 3, tier: 5 });
  assert.deepEqual(addMissingTiers(wanted, stateWith({ weaponTier: 3 })), wanted);
});
