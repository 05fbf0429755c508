import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GrowthState, StudentPatch } from '../../../contract/state-fields.ts';
import { takePart } from './take-part.ts';
import { makeState } from './test-entries.ts';

const take = (state: Partial<GrowthState>, wanted: StudentPatch, raised: readonly string[] = []) => {
  const options = { raised: new Set(raised), server: 'jp' as const, attributes: {} };
  const { changes, obstacles } = takePart(makeState(state), wanted, options);
  return { changes, obstacles, keys: obstacles.map(({ key }) => key) };
};

test('a student without a weapon takes the level and not that of the weapon, until the weapon rises with it', () => {
  const wanted = { level: 87, weaponLevel: 30 };
  const five = take({ tier: 5 }, wanted);
  assert.deepEqual(five.changes, { level: 87 });
  const [obstacle] = five.obstacles;
  assert.deepEqual(
    [obstacle?.reason, obstacle?.fields, obstacle?.raise],
    [{ code: 'noWeapon' }, ['weaponLevel'], { weaponTier: 1 }],
  );
  assert.deepEqual(take({ tier: 5 }, wanted, five.keys).changes, { ...wanted, weaponTier: 1 });
  // Who has fewer stars is asked about apart.
  const three = take({ tier: 3 }, wanted, five.keys);
  assert.deepEqual(three.changes, { level: 87 });
  assert.deepEqual(take({ tier: 3 }, wanted, three.keys).changes, { ...wanted, tier: 5, weaponTier: 1 });
});

test('a weapon level brings the stars that have it', () => {
  for (const state of [{ tier: 5 }, { tier: 5, weaponTier: 1, weaponLevel: 30 }]) {
    const { keys } = take(state, { weaponLevel: 40 });
    assert.deepEqual(take(state, { weaponLevel: 40 }, keys).changes, { weaponLevel: 40, weaponTier: 2 });
  }
});

test('what the table would mark is left out: skills, gear levels and abilities that are not open', () => {
  for (const [state, wanted, taken, raise] of [
    [{ tier: 2 }, { skillNormal: 7, skillSub: 7 }, { skillNormal: 7 }, { tier: 3 }],
    [{ equip1: 6 }, { equip1Level: 65 }, {}, { equip1: 9 }],
    [{}, { equip1Level: 65 }, {}, { equip1: 9 }],
    [{ level: 5 }, { equip2: 3 }, {}, { level: 10 }],
    [{ tier: 5, weaponTier: 1, level: 80 }, { abilityHp: 5 }, {}, { level: 90 }],
    [{ tier: 3 }, { bond: 50, level: 9 }, { level: 9 }, undefined],
  ] as [Partial<GrowthState>, StudentPatch, StudentPatch, StudentPatch | undefined][]) {
    const part = take(state, wanted);
    assert.deepEqual([part.changes, part.obstacles[0]?.raise], [taken, raise]);
    if (raise) assert.deepEqual(take(state, wanted, part.keys).changes, { ...wanted, ...raise });
  }
});

test('stars are not taken below a weapon, and what was odd before is not at issue', () => {
  const weapon = { tier: 5, weaponTier: 2, weaponLevel: 40 };
  assert.deepEqual(take(weapon, { tier: 3, level: 9 }).changes, { level: 9 });
  assert.deepEqual(take(weapon, { weaponTier: 1, level: 9 }).changes, { level: 9 });
  assert.deepEqual(take({ tier: 2, skillSub: 7 }, { level: 9 }), {
    changes: { level: 9 },
    obstacles: [],
    keys: [],
  });
});

test('one obstacle may stand behind another', () => {
  const first = take({ tier: 4, level: 50 }, { abilityAtk: 3 });
  const second = take({ tier: 4, level: 50 }, { abilityAtk: 3 }, first.keys);
  const all = [...new Set([...first.keys, ...second.keys])];
  const { changes } = take({ tier: 4, level: 50 }, { abilityAtk: 3 }, all);
  assert.deepEqual(changes, { tier: 5, weaponTier: 1, level: 90, abilityAtk: 3 });
});
