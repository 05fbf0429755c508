import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeWanted } from './describe-wanted.ts';

const describe = (...goal: Parameters<typeof describeWanted>) => describeWanted(...goal).join(', ');

test('a goal names the values that are wanted, and together those of a group that is wanted as a whole', () => {
  const skills = { skillEx: 5, skillNormal: 10, skillEnhanced: 7, skillSub: 4 };
  const whole = { tier: 5, weaponTier: 3, level: 90, ...skills, equip1: 10, equip2: 9, equip3: 8 };
  assert.equal(describe(whole, 'ko'), '★5, 고유 ★3, 레벨 90, 스킬 5/10/7/4, 장비 T10·9·8');
  assert.equal(describe(whole, 'en'), '★5, UE ★3, Level 90, Skills 5/10/7/4, Gear T10·9·8');
  assert.equal(describe({ skillEx: 5, skillSub: 4, abilityAtk: 25 }, 'ko'), 'EX 5, 서브 4, 공격 25');
  assert.equal(
    describe({ bond: 20, bondExp: 1234, equipSpecial: 2 }, 'ko'),
    '인연 20, 애용품 T2, 경험치 1234',
  );
});

test('a level of equipment stands beside its tier, or alone', () => {
  const wanted = { equip1: 10, equip1Level: 70, equip2: 9, equip3: 8 };
  assert.equal(describe(wanted, 'ko'), '장비1 T10 Lv70, 장비2 T9, 장비3 T8');
  assert.equal(describe({ equip2Level: 65 }, 'en'), 'G2 Lv65');
});
