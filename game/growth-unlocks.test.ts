import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEAPON_LEVEL_CAPS, WEAPON_REQUIRED_TIER } from '../contract/state-rules.ts';
import costs from '../data/growth-costs.json' with { type: 'json' };
import { SHIPPED_FACTS } from '../test/shipped-growth.ts';
import { GAME_SERVERS } from './attributes.ts';
import {
  ABILITY_OPENS_AT,
  BOND_CAPS,
  EQUIPMENT_LEVEL_CAPS,
  FAVOURITE_ITEM_BONDS,
  SKILL_OPENS_AT,
  SLOT_OPENS_AT,
} from './growth-limits.ts';
import type { GrowthValues } from './growth-steps.ts';
import { findGoalRemarks, findUnlockRemarks, type UnlockOptions } from './growth-unlocks.ts';

test('every bound is that of the costs that ship', () => {
  const { unlock, equip, weaponLevel } = costs;
  for (const server of GAME_SERVERS) {
    const { equip2, equip3, ability } = unlock.level;
    assert.deepEqual({ equip2: equip2[server], equip3: equip3[server] }, SLOT_OPENS_AT);
    assert.deepEqual({ level: ability, tier: unlock.tier.ability }, ABILITY_OPENS_AT);
    const bonds = Object.values<Record<string, number>>(unlock.bond.equipSpecial).map((bond) => bond[server]);
    assert.deepEqual(bonds, FAVOURITE_ITEM_BONDS);
    assert.deepEqual(unlock.bondCapByTier[server], BOND_CAPS[server]);
  }
  const { skillEnhanced, skillSub, weaponTier } = unlock.tier;
  assert.deepEqual({ skillEnhanced, skillSub }, SKILL_OPENS_AT);
  assert.equal(weaponTier, WEAPON_REQUIRED_TIER);
  assert.deepEqual(equip.capByTier, EQUIPMENT_LEVEL_CAPS);
  assert.deepEqual(weaponLevel.capByWeaponTier, WEAPON_LEVEL_CAPS);
});

const IROHA = SHIPPED_FACTS.students['20016']?.special;
const cases: [string, GrowthValues, UnlockOptions, ...unknown[]][] = [
  ['a slot', { level: 19, equip2: 1, equip3: 1 }, {}, { field: 'equip3', code: 'slotOpens', bound: 20 }],
  [
    'skills',
    { tier: 1, skillEnhanced: 2, skillSub: 1, skillEx: 5 },
    {},
    { field: 'skillEnhanced', code: 'skillOpens', bound: 2 },
  ],
  ['a unique weapon', { tier: 4, weaponTier: 1 }, {}, { field: 'weaponTier', code: 'weaponOpens', bound: 5 }],
  [
    'the level of a weapon',
    { tier: 5, weaponTier: 1, weaponLevel: 31 },
    {},
    { field: 'weaponLevel', code: 'weaponCap', bound: 30, tier: 1 },
  ],
  [
    'an ability',
    { tier: 4, level: 89, abilityAtk: 1, abilityHp: 0 },
    {},
    { field: 'abilityAtk', code: 'abilityLevel', bound: 90 },
    { field: 'abilityAtk', code: 'abilityTier', bound: 5 },
  ],
  [
    'the level of a slot',
    { equip1: 2, equip1Level: 21 },
    {},
    { field: 'equip1Level', code: 'equipmentCap', bound: 20, tier: 2 },
  ],
  [
    'a bond at four stars on the server that has less',
    { tier: 4, bond: 21 },
    { server: 'global' },
    { field: 'bond', code: 'bondCap', bound: 20, tier: 4 },
  ],
  ['no such bond on the other', { tier: 4, bond: 30 }, { server: 'jp' }],
  ['no such bond without a server', { tier: 4, bond: 30 }, {}],
  [
    'a favourite item',
    { equipSpecial: 2, bond: 19 },
    {},
    { field: 'equipSpecial', code: 'favouriteItemBond', bound: 20 },
  ],
  [
    'a favourite item that another server has',
    { equipSpecial: 1, bond: 1 },
    { server: 'global', favouriteItem: IROHA },
    { field: 'equipSpecial', code: 'favouriteItemServer', bound: 0 },
  ],
  [
    'no favourite item that the server has',
    { equipSpecial: 1, bond: 15 },
    { server: 'jp', favouriteItem: IROHA },
  ],
  [
    'a favourite item that does not exist',
    { equipSpecial: 1 },
    { favouriteItem: null },
    { field: 'equipSpecial', code: 'favouriteItemNone', bound: 0 },
  ],
  [
    'nothing about what is not recorded',
    { equip2: 1, equip3: 1, skillSub: 5, abilityHp: 25, weaponTier: 4, equipSpecial: 2, bond: 100 },
    { server: 'jp' },
  ],
];
for (const [name, state, options, ...remarks] of cases)
  test(`remarks on ${name}`, () => assert.deepEqual([...findUnlockRemarks(state, options)], remarks));

test('a goal gets remarks on what it wants, beside what is recorded', () => {
  const remarks = (recorded: GrowthValues, wanted: GrowthValues, uid = '10000') =>
    findGoalRemarks(SHIPPED_FACTS, uid, recorded, wanted, 'global').map(
      ({ field, code }) => `${field} ${code}`,
    );
  assert.deepEqual(remarks({ tier: 3, level: 50 }, { weaponTier: 1 }), ['weaponTier weaponOpens']);
  assert.deepEqual(remarks({ tier: 3, level: 50 }, { tier: 5, weaponTier: 1, abilityHp: 1 }), [
    'abilityHp abilityLevel',
  ]);
  assert.deepEqual(remarks({ tier: 2, skillSub: 5, equipSpecial: 2 }, { level: 90 }), []);
  // Not recruited: Aru comes with three stars.
  assert.deepEqual(remarks({}, { bond: 21, tier: null }), ['bond bondCap']);
  assert.deepEqual(remarks({ bond: 20 }, { equipSpecial: 2 }, '20016'), ['equipSpecial favouriteItemServer']);
  assert.deepEqual(remarks({ bond: 20 }, { equipSpecial: 2 }, '10002'), ['equipSpecial favouriteItemNone']);
});
