import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Growth, STATE_NAMES, type StudentPatch } from './state-fields.ts';
import { applyPatch, applyRegistration, checkStateRules } from './state-rules.ts';

const blank = Object.fromEntries(STATE_NAMES.map((name) => [name, null]));
const state = (some: StudentPatch): Growth => ({ ...blank, tier: 5, weaponTier: 0, ...some }) as Growth;
const namesOf = (next: Growth, sent: StudentPatch) => checkStateRules(next, sent).map(({ field }) => field);

test('a registration has every field, null where nothing was sent', () => {
  assert.deepEqual(
    applyRegistration(undefined, { tier: 3, weaponTier: 0, level: 12 }),
    state({ tier: 3, level: 12 }),
  );
});

const bonds: [string, StudentPatch, StudentPatch, StudentPatch][] = [
  ['keeps a recorded bond', { bond: 5, bondExp: 110 }, {}, { bond: 5, bondExp: 110 }],
  [
    'puts a sent bond over it',
    { bond: 5, bondExp: 110 },
    { bond: 6, bondExp: 145 },
    { bond: 6, bondExp: 145 },
  ],
  [
    'drops an experience the new rank has not',
    { bond: 5, bondExp: 110 },
    { bond: 6 },
    { bond: 6, bondExp: null },
  ],
  ['takes a sent null as null', { bond: 5, bondExp: 110 }, { bond: null }, { bond: null, bondExp: null }],
  [
    'judges a sent experience by the recorded rank',
    { bond: 5, bondExp: null },
    { bondExp: 144 },
    { bond: 5, bondExp: 144 },
  ],
  [
    'drops an experience without a rank',
    { bond: null, bondExp: null },
    { bondExp: 144 },
    { bond: null, bondExp: null },
  ],
];
for (const [name, recorded, sent, expected] of bonds) {
  test(`a registration ${name}`, () => {
    const known = { bond: null, bondExp: null, ...recorded };
    assert.deepEqual(
      applyRegistration(known, { tier: 1, weaponTier: 0, ...sent }),
      state({ tier: 1, ...expected }),
    );
  });
  test(`a patch ${name}`, () => {
    assert.deepEqual(applyPatch(state(recorded), sent), state(expected));
  });
}

test('a patch changes what it sends and nothing else, null included', () => {
  const before = state({ level: 50, skillEx: 3, bond: 10, bondExp: 300 });
  assert.deepEqual(applyPatch(before, { skillEx: null, level: 51 }), { ...before, skillEx: null, level: 51 });
});

test('a minus zero is a zero', () => {
  assert.ok(Object.is(applyPatch(state({}), { abilityHp: -0 }).abilityHp, 0));
});

const caps = [0, 30, 40, 50, 60];
for (const [weaponTier, cap] of caps.entries()) {
  test(`at weaponTier ${weaponTier} weaponLevel goes to ${cap}`, () => {
    for (const weaponLevel of [null, 0, cap])
      assert.deepEqual(namesOf(state({ weaponTier, weaponLevel }), { weaponTier, weaponLevel }), []);
    const over = { weaponTier, weaponLevel: cap + 1 };
    assert.deepEqual(namesOf(state(over), over), ['weaponTier', 'weaponLevel']);
    assert.deepEqual(namesOf(state(over), { weaponLevel: cap + 1 }), ['weaponLevel']);
    assert.deepEqual(namesOf(state(over), { weaponTier }), ['weaponTier']);
  });
  for (const tier of [1, 4, 5]) {
    test(`weaponTier ${weaponTier} ${weaponTier === 0 || tier === 5 ? 'goes' : 'does not go'} with tier ${tier}`, () => {
      const sent = { tier, weaponTier };
      assert.deepEqual(
        namesOf(state(sent), sent),
        weaponTier === 0 || tier === 5 ? [] : ['tier', 'weaponTier'],
      );
    });
  }
}

test('abilities need a weapon, each for itself', () => {
  const sent = { weaponTier: 0, abilityHp: 0, abilityAtk: 1, abilityHeal: 25 };
  assert.deepEqual(namesOf(state(sent), sent), ['weaponTier', 'abilityAtk', 'abilityHeal']);
  assert.deepEqual(namesOf(state({ ...sent, weaponTier: 1 }), sent), []);
  assert.deepEqual(
    namesOf(state({ abilityHp: 0, abilityAtk: null }), { abilityHp: 0, abilityAtk: null }),
    [],
  );
});

test('a field at fault by two rules is named once, with both reasons', () => {
  const sent = { tier: 3, weaponTier: 1, weaponLevel: 31 };
  const faults = checkStateRules(state(sent), sent);
  assert.deepEqual(
    faults.map(({ field }) => field),
    ['tier', 'weaponTier', 'weaponLevel'],
  );
  assert.match(faults[1]?.message ?? '', /tier는 5.*weaponLevel은 30/);
});
