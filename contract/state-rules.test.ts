import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_WEAPON_LEVELS } from '../test/blackbox/spec-fields.ts';
import { type GrowthState, STATE_NAMES, type StudentPatch } from './state-fields.ts';
import { applyPatch, applyRegistration } from './state-rules.ts';
import { checkStateRules } from './violation-texts.ts';

const emptyState = Object.fromEntries(STATE_NAMES.map((name) => [name, null]));
const state = (some: StudentPatch): GrowthState =>
  ({ ...emptyState, tier: 5, weaponTier: 0, ...some }) as GrowthState;
const invalidFields = (next: GrowthState, sent: StudentPatch) =>
  checkStateRules(next, sent).map(({ field }) => field);

test('a registration sets fields that were not sent to null', () => {
  assert.deepEqual(
    applyRegistration(undefined, { tier: 3, weaponTier: 0, level: 12 }),
    state({ tier: 3, level: 12 }),
  );
});

const bonds: [string, StudentPatch, StudentPatch, StudentPatch][] = [
  ['keeps a recorded bond', { bond: 5, bondExp: 110 }, {}, { bond: 5, bondExp: 110 }],
  [
    'replaces a recorded bond with a sent one',
    { bond: 5, bondExp: 110 },
    { bond: 6, bondExp: 145 },
    { bond: 6, bondExp: 145 },
  ],
  [
    'drops an experience outside the new rank',
    { bond: 5, bondExp: 110 },
    { bond: 6 },
    { bond: 6, bondExp: null },
  ],
  [
    'clears a bond that is sent as null',
    { bond: 5, bondExp: 110 },
    { bond: null },
    { bond: null, bondExp: null },
  ],
  [
    'accepts a sent experience within the recorded rank',
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
    const recordedBond = { bond: null, bondExp: null, ...recorded };
    assert.deepEqual(
      applyRegistration(recordedBond, { tier: 1, weaponTier: 0, ...sent }),
      state({ tier: 1, ...expected }),
    );
  });
  test(`a patch ${name}`, () => {
    assert.deepEqual(applyPatch(state(recorded), sent), state(expected));
  });
}

test('a patch changes only the fields that it contains, including those sent as null', () => {
  const before = state({ level: 50, skillEx: 3, bond: 10, bondExp: 300 });
  assert.deepEqual(applyPatch(before, { skillEx: null, level: 51 }), { ...before, skillEx: null, level: 51 });
});

test('minus zero is stored as zero', () => {
  assert.ok(Object.is(applyPatch(state({}), { abilityHp: -0 }).abilityHp, 0));
});

for (const [weaponTier, cap] of MAX_WEAPON_LEVELS.entries()) {
  test(`weaponTier ${weaponTier} limits weaponLevel to ${cap}`, () => {
    for (const weaponLevel of [null, 0, cap])
      assert.deepEqual(invalidFields(state({ weaponTier, weaponLevel }), { weaponTier, weaponLevel }), []);
    const over = { weaponTier, weaponLevel: cap + 1 };
    assert.deepEqual(invalidFields(state(over), over), ['weaponTier', 'weaponLevel']);
    assert.deepEqual(invalidFields(state(over), { weaponLevel: cap + 1 }), ['weaponLevel']);
    assert.deepEqual(invalidFields(state(over), { weaponTier }), ['weaponTier']);
  });
  for (const tier of [1, 4, 5]) {
    test(`weaponTier ${weaponTier} is ${weaponTier === 0 || tier === 5 ? 'accepted' : 'rejected'} with tier ${tier}`, () => {
      const sent = { tier, weaponTier };
      assert.deepEqual(
        invalidFields(state(sent), sent),
        weaponTier === 0 || tier === 5 ? [] : ['tier', 'weaponTier'],
      );
    });
  }
}

test('each ability above zero requires a unique weapon', () => {
  const sent = { weaponTier: 0, abilityHp: 0, abilityAtk: 1, abilityHeal: 25 };
  assert.deepEqual(invalidFields(state(sent), sent), ['weaponTier', 'abilityAtk', 'abilityHeal']);
  assert.deepEqual(invalidFields(state({ ...sent, weaponTier: 1 }), sent), []);
  assert.deepEqual(
    invalidFields(state({ abilityHp: 0, abilityAtk: null }), { abilityHp: 0, abilityAtk: null }),
    [],
  );
});

test('a field that breaks two rules is reported once, with both reasons', () => {
  const sent = { tier: 3, weaponTier: 1, weaponLevel: MAX_WEAPON_LEVELS[1] + 1 };
  const errors = checkStateRules(state(sent), sent);
  assert.deepEqual(
    errors.map(({ field }) => field),
    ['tier', 'weaponTier', 'weaponLevel'],
  );
  const { ko = '', en = '' } = errors[1] ?? {};
  for (const reason of ['tier는 5', `weaponLevel은 ${MAX_WEAPON_LEVELS[1]}까지`])
    assert.ok(ko.includes(reason), ko);
  assert.equal(
    en,
    `With weaponTier 1 or more, tier must be 5. With weaponTier 1, weaponLevel goes up to ${MAX_WEAPON_LEVELS[1]}.`,
  );
});
