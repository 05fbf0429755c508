import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatGroup, VALUE_GROUPS, type ValueGroup } from './value-groups.ts';

const format = (name: ValueGroup['name'], values: Parameters<typeof formatGroup>[1]): string =>
  VALUE_GROUPS.flatMap((group) => (group.name === name ? formatGroup(group, values) : [])).join();

test('abilities and the level of a unique weapon are left out where they are zero or not known, whatever else is shown', () => {
  for (const zero of [0, null]) {
    assert.equal(format('ability', { abilityHp: 0, abilityAtk: zero, abilityHeal: zero }), '');
    assert.equal(format('weapon', { weaponLevel: zero }), '');
  }
  assert.equal(format('ability', { abilityHp: 0, abilityAtk: 25, abilityHeal: null }), '0/25/–');
  assert.equal(format('weapon', { weaponLevel: 1 }), '1');
});

test('a zero of what every student has is shown', () => {
  assert.equal(format('gear', { equip1: 0, equip2: 0, equip3: 0 }), 'T0·0·0');
  assert.equal(format('gear', { equip1: null, equip2: null, equip3: null }), '');
  assert.equal(format('favourite', { equipSpecial: 0 }), 'T0');
});

test('the numbers of a column are named in their order', () => {
  const orders = VALUE_GROUPS.flatMap(({ order }) => order ?? []);
  assert.deepEqual(orders, [
    { ko: 'EX/기본/강화/서브', en: 'EX/Basic/Enh./Sub' },
    { ko: '체력/공격/치유', en: 'HP/ATK/Heal' },
  ]);
});
