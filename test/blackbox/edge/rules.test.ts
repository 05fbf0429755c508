import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { useSharedService } from '../../use-service.ts';
import { refused } from '../error-response.ts';
import { bareState, MAX, MAX_WEAPON_LEVELS, WEAPON_LEVEL_BOUNDARIES } from '../spec-fields.ts';
import { writer } from '../writer.ts';

const service = await useSharedService();

type State = Record<string, number | null>;
/** The highest weaponLevel of weaponTier 1, 2 and 3. */
const [, W1, W2, W3] = MAX_WEAPON_LEVELS;
/** Each value of one beside another value of the other; contract/state-rules.test.ts checks more combinations. */
const WEAPON_LEVELS_AND_ABILITIES = [
  ...[undefined, null, ...WEAPON_LEVEL_BOUNDARIES].map((weaponLevel) => [weaponLevel, undefined] as const),
  ...[null, 0, 1, MAX.abilityHp].flatMap((ability) => [
    [undefined, ability] as const,
    [W1, ability] as const,
  ]),
];

describe('a registration checks the cross-field rules', () => {
  let key: string;
  before(async () => {
    ({ key } = await writer(service));
  });

  /** The fields to be named by the rules on the unique weapon: its tier, its level, and the abilities. */
  function findInvalidFields(
    tier: number,
    weaponTier: number,
    weaponLevel: number | null | undefined,
    ability: string,
    abilityLevel: number | null | undefined,
  ) {
    const breaksRule1 = weaponTier >= 1 && tier < 5;
    const breaksRule2 = (weaponLevel ?? 0) > (MAX_WEAPON_LEVELS[weaponTier] ?? 0);
    const breaksRule3 = (abilityLevel ?? 0) >= 1 && weaponTier === 0;
    return [
      ...(breaksRule1 ? ['tier'] : []),
      ...(breaksRule1 || breaksRule2 || breaksRule3 ? ['weaponTier'] : []),
      ...(breaksRule2 ? ['weaponLevel'] : []),
      ...(breaksRule3 ? [ability] : []),
    ];
  }

  for (const [tier, uid] of [
    [1, '10000'],
    [2, '10001'],
    [3, '10002'],
    [4, '10003'],
    [5, '10004'],
  ] as const) {
    for (const weaponTier of MAX_WEAPON_LEVELS.keys()) {
      test(`a registration with tier ${tier} and weaponTier ${weaponTier} is checked with every weaponLevel and ability`, async () => {
        for (const [turn, [weaponLevel, abilityLevel]] of WEAPON_LEVELS_AND_ABILITIES.entries()) {
          const ability = ['abilityHp', 'abilityAtk', 'abilityHeal'][turn % 3] ?? '';
          const sent = { studentUid: uid, tier, weaponTier, weaponLevel, [ability]: abilityLevel };
          const expected = findInvalidFields(tier, weaponTier, weaponLevel, ability, abilityLevel);
          const answer = await service.call(key, 'POST', '/me/students', sent);
          if (expected.length > 0) {
            refused(answer, 400, 'invalid_request', expected, JSON.stringify(sent));
            continue;
          }
          assert.equal(answer.status, 201, `${JSON.stringify(sent)} ${answer.text}`);
          const expectedState = {
            ...bareState(uid, tier, weaponTier),
            weaponLevel: weaponLevel ?? null,
            [ability]: abilityLevel ?? null,
          };
          assert.deepEqual(answer.body, expectedState);
          assert.equal((await service.call(key, 'DELETE', `/me/students/${uid}`)).status, 200);
        }
        refused(await service.call(key, 'GET', `/me/students/${uid}`), 404, 'student_not_recruited');
      });
    }
  }

  test('names all three abilities when there is no weapon', async () => {
    const sent = {
      studentUid: '10005',
      tier: 5,
      weaponTier: 0,
      abilityHp: 1,
      abilityAtk: MAX.abilityAtk,
      abilityHeal: 1,
    };
    const fields = ['weaponTier', 'abilityHp', 'abilityAtk', 'abilityHeal'];
    refused(await service.call(key, 'POST', '/me/students', sent), 400, 'invalid_request', fields);
  });

  test('names each field once when all rules are violated', async () => {
    const sent = { studentUid: '10005', tier: 4, weaponTier: 1, weaponLevel: W1 + 1, bond: 1, bondExp: 15 };
    refused(await service.call(key, 'POST', '/me/students', sent), 400, 'invalid_request', [
      'tier',
      'weaponTier',
      'weaponLevel',
    ]);
    refused(await service.call(key, 'GET', '/me/students/10005'), 404, 'student_not_recruited');
  });
});

describe('a PATCH is checked against the state that it would leave', () => {
  const FULL: State = {
    tier: 5,
    weaponTier: MAX.weaponTier,
    weaponLevel: MAX.weaponLevel,
    abilityHp: MAX.abilityHp,
    abilityAtk: 1,
    abilityHeal: 0,
  };
  const SECOND: State = { tier: 5, weaponTier: 2, weaponLevel: W2 };
  const PLAIN: State = { tier: 3, weaponTier: 0 };
  const FIVE: State = { tier: 5, weaponTier: 0, weaponLevel: 0, abilityHp: 0 };

  const rows: [before: State, patch: State, invalidFields: string[]][] = [
    [PLAIN, { weaponTier: 1 }, ['weaponTier']],
    [PLAIN, { tier: 4, weaponTier: 1 }, ['tier', 'weaponTier']],
    [PLAIN, { tier: 5, weaponTier: 1 }, []],
    [PLAIN, { ...FULL, abilityHeal: MAX.abilityHeal }, []],
    [PLAIN, { weaponLevel: 1 }, ['weaponLevel']],
    [PLAIN, { weaponLevel: 0 }, []],
    [PLAIN, { abilityHp: 1 }, ['abilityHp']],
    [PLAIN, { abilityHp: 0, abilityAtk: 0, abilityHeal: 0 }, []],
    [PLAIN, { abilityHp: 1, abilityAtk: 0, abilityHeal: 1 }, ['abilityHp', 'abilityHeal']],
    [PLAIN, { abilityHp: 1, abilityAtk: 1, abilityHeal: 1 }, ['abilityHp', 'abilityAtk', 'abilityHeal']],
    [PLAIN, { weaponTier: 1, weaponLevel: W1 + 1 }, ['weaponTier', 'weaponLevel']],
    [PLAIN, { weaponLevel: 1, abilityHeal: MAX.abilityHeal, level: 5 }, ['weaponLevel', 'abilityHeal']],
    [PLAIN, { tier: 1 }, []],
    [FIVE, { weaponTier: 1 }, []],
    [FIVE, { weaponTier: 1, weaponLevel: W1 + 1 }, ['weaponTier', 'weaponLevel']],
    [FIVE, { weaponTier: 1, weaponLevel: W1, abilityAtk: MAX.abilityAtk }, []],
    [FIVE, { tier: 4 }, []],
    [SECOND, { weaponLevel: W2 + 1 }, ['weaponLevel']],
    [SECOND, { weaponTier: 1 }, ['weaponTier']],
    [SECOND, { weaponTier: 1, weaponLevel: W1 }, []],
    [SECOND, { weaponTier: 1, weaponLevel: W1 + 1 }, ['weaponTier', 'weaponLevel']],
    [SECOND, { weaponTier: 3, weaponLevel: W3 }, []],
    [SECOND, { weaponTier: 3, weaponLevel: W3 + 1 }, ['weaponTier', 'weaponLevel']],
    [SECOND, { weaponTier: 0 }, ['weaponTier']],
    [SECOND, { weaponTier: 0, weaponLevel: null }, []],
    [SECOND, { weaponTier: 0, weaponLevel: 0 }, []],
    [SECOND, { weaponTier: 0, weaponLevel: 1 }, ['weaponTier', 'weaponLevel']],
    [SECOND, { tier: 4 }, ['tier']],
    [SECOND, { tier: 4, weaponLevel: W2 + 1 }, ['tier', 'weaponLevel']],
    [SECOND, { tier: 4, weaponTier: 0 }, ['weaponTier']],
    [SECOND, { tier: 4, weaponTier: 0, weaponLevel: null }, []],
    [SECOND, { weaponLevel: null }, []],
    [FULL, { weaponTier: 3 }, ['weaponTier']],
    [FULL, { weaponTier: 0 }, ['weaponTier']],
    [FULL, { weaponTier: 0, weaponLevel: null }, ['weaponTier']],
    [FULL, { weaponTier: 0, weaponLevel: null, abilityHp: null }, ['weaponTier']],
    [FULL, { weaponTier: 0, weaponLevel: null, abilityHp: null, abilityAtk: null }, []],
    [FULL, { weaponTier: 0, weaponLevel: 0, abilityHp: 0, abilityAtk: 0 }, []],
    [FULL, { weaponTier: 0, weaponLevel: 0, abilityHp: 0, abilityAtk: 0, tier: 1 }, []],
    [FULL, { tier: 4, level: 50, skillEx: 3 }, ['tier']],
    [FULL, { tier: 5, weaponTier: MAX.weaponTier }, []],
    [FULL, { level: MAX.level }, []],
  ];
  let key: string;
  before(async () => {
    ({ key } = await writer(service));
  });

  for (const [state, patch, fields] of rows) {
    const verdict = fields.length === 0 ? 'is accepted' : `is rejected for ${fields}`;
    test(`PATCH ${JSON.stringify(patch)} on ${JSON.stringify(state)} ${verdict}`, async () => {
      const path = '/me/students/10000';
      const registered = await service.call(key, 'POST', '/me/students', { studentUid: '10000', ...state });
      assert.equal(registered.status, 201, registered.text);
      try {
        const answer = await service.call(key, 'PATCH', path, patch);
        const stored = await service.call(key, 'GET', path);
        if (fields.length > 0) {
          refused(answer, 400, 'invalid_request', fields);
          assert.deepEqual(stored.body, registered.body);
        } else {
          assert.equal(answer.status, 200, answer.text);
          assert.deepEqual(answer.body, { ...registered.body, ...patch });
          assert.deepEqual(stored.body, answer.body);
        }
      } finally {
        assert.equal((await service.call(key, 'DELETE', path)).status, 200);
      }
    });
  }
});

test('stores what no cross-field rule names as it was sent, even if the game does not allow it', async () => {
  const { key } = await writer(service);
  const unchecked = {
    level: 1,
    equip1: null,
    equip1Level: MAX.equip1Level,
    skillEx: MAX.skillEx,
    equipSpecial: 2,
  };
  const body = { studentUid: '10000', tier: 1, weaponTier: 0, ...unchecked };
  const posted = await service.call(key, 'POST', '/me/students', body);
  assert.equal(posted.status, 201, posted.text);
  const { body: state } = await service.call(key, 'GET', '/me/students/10000');
  assert.deepEqual(state, { ...bareState('10000', 1, 0), ...unchecked });
});
