import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFields } from '../../../contract/field-checks.ts';
import { checkStateRules } from '../../../contract/violation-texts.ts';
import type { GameServer, StudentAttributes } from '../../../game/attributes.ts';
import { EQUIPMENT_LEVEL_CAPS, gameMaximum, maximumGrowth } from '../../../game/growth-limits.ts';
import { findRemarks } from './game-remarks.ts';
import { makeState } from './test-entries.ts';

const remarked = (
  state: Parameters<typeof makeState>[0],
  attributes: StudentAttributes = {},
  server: GameServer = 'jp',
) => Object.keys(findRemarks(makeState(state), { name: '아루', attributes, server }));

test('equipment above the cap of its tier, and a level without a tier, get a remark', () => {
  assert.deepEqual(remarked({ equip1: 1, equip1Level: 70 }), ['equip1Level']);
  assert.deepEqual(remarked({ equip2Level: 5 }), ['equip2Level']);
  for (const [place, cap] of EQUIPMENT_LEVEL_CAPS.entries()) {
    assert.deepEqual(remarked({ equip3: place + 1, equip3Level: cap }), []);
    assert.equal(gameMaximum('equip3Level', makeState({ equip3: place + 1 }), 'jp'), cap);
  }
  assert.equal(gameMaximum('equip3Level', makeState(), 'jp'), 70);
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
  assert.equal(gameMaximum('bond', makeState({ tier: 4 }), 'jp'), 30);
  assert.equal(gameMaximum('bond', makeState({ tier: 4 }), 'global'), 20);
  assert.deepEqual(remarked({ tier: 4, bond: 21 }), []);
  assert.deepEqual(remarked({ tier: 4, bond: 21 }, {}, 'global'), ['bond']);
});

test('fewer stars than the own ones, and a favourite item that the server lacks, get a remark', () => {
  assert.deepEqual(remarked({ tier: 2 }, { star: 3 }), ['tier']);
  assert.deepEqual(remarked({ tier: 3 }, { star: 3 }), []);
  assert.deepEqual(remarked({ tier: 1 }), []);
  const { tier } = findRemarks(makeState({ tier: 1 }), {
    name: '아루',
    attributes: { star: 3 },
    server: 'jp',
  });
  assert.equal(tier?.ko, '아루의 기본 성급은 3이에요.');
  const inJapan: StudentAttributes = { special: { servers: ['jp'] } };
  assert.deepEqual(remarked({ equipSpecial: 1 }), []);
  assert.deepEqual(remarked({ equipSpecial: 1 }, { special: null }), ['equipSpecial']);
  assert.deepEqual(remarked({}, { special: null }), []);
  assert.deepEqual(remarked({ equipSpecial: 1 }, inJapan), []);
  assert.deepEqual(remarked({ equipSpecial: 1 }, inJapan, 'global'), ['equipSpecial']);
});

test('the maximum of a student keeps every rule, leaves the bond alone and needs no remark', () => {
  const growth = maximumGrowth(null);
  assert.deepEqual(checkFields(growth, []), []);
  assert.deepEqual(checkStateRules(makeState(growth), growth), []);
  assert.deepEqual(remarked(growth), []);
  assert.ok(!('bond' in growth) && !('bondExp' in growth) && !('equipSpecial' in growth));
  assert.equal(maximumGrowth(makeState({ equipSpecial: 1 })).equipSpecial, 2);
});
