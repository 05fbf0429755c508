import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Service, startService } from '../../service.ts';
import { refused } from '../error-response.ts';
import { bareState } from '../spec-fields.ts';
import { writer } from '../writer.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

type State = Record<string, number | null>;
const HIGHEST_WEAPON_LEVEL = [0, 30, 40, 50, 60];
const WEAPON_LEVELS = [undefined, null, 0, 1, 30, 31, 40, 41, 50, 51, 60];
const ABILITIES = [undefined, null, 0, 1, 25];

describe('a registration that combines', () => {
  let key: string;
  before(async () => {
    ({ key } = await writer(service));
  });

  /** SPEC 2.3, rules 1 to 3, over a registration, which sends all it is judged by. */
  function faults(
    tier: number,
    weaponTier: number,
    weaponLevel: number | null | undefined,
    ability: string,
    unlock: number | null | undefined,
  ) {
    const first = weaponTier >= 1 && tier < 5;
    const second = (weaponLevel ?? 0) > (HIGHEST_WEAPON_LEVEL[weaponTier] ?? 0);
    const third = (unlock ?? 0) >= 1 && weaponTier === 0;
    return [
      ...(first ? ['tier'] : []),
      ...(first || second || third ? ['weaponTier'] : []),
      ...(second ? ['weaponLevel'] : []),
      ...(third ? [ability] : []),
    ];
  }

  for (const [tier, uid] of [
    [1, '10000'],
    [2, '10001'],
    [3, '10002'],
    [4, '10003'],
    [5, '10004'],
  ] as const) {
    for (const weaponTier of [0, 1, 2, 3, 4]) {
      test(`tier ${tier} and weaponTier ${weaponTier} with every weaponLevel and ability`, async () => {
        for (const [turn, weaponLevel] of WEAPON_LEVELS.entries()) {
          for (const unlock of ABILITIES) {
            const ability = ['abilityHp', 'abilityAtk', 'abilityHeal'][(turn + (unlock ?? 0)) % 3] ?? '';
            const sent = { studentUid: uid, tier, weaponTier, weaponLevel, [ability]: unlock };
            const expected = faults(tier, weaponTier, weaponLevel, ability, unlock);
            const answer = await service.call(key, 'POST', '/me/students', sent);
            if (expected.length > 0) {
              refused(answer, 400, 'invalid_request', expected, JSON.stringify(sent));
              continue;
            }
            assert.equal(answer.status, 201, `${JSON.stringify(sent)} ${answer.text}`);
            const kept = {
              ...bareState(uid, tier, weaponTier),
              weaponLevel: weaponLevel ?? null,
              [ability]: unlock ?? null,
            };
            assert.deepEqual(answer.body, kept);
            assert.equal((await service.call(key, 'DELETE', `/me/students/${uid}`)).status, 200);
          }
        }
        refused(await service.call(key, 'GET', `/me/students/${uid}`), 404, 'student_not_recruited');
      });
    }
  }

  test('all abilities without a weapon', async () => {
    const sent = {
      studentUid: '10005',
      tier: 5,
      weaponTier: 0,
      abilityHp: 1,
      abilityAtk: 25,
      abilityHeal: 1,
    };
    const fields = ['weaponTier', 'abilityHp', 'abilityAtk', 'abilityHeal'];
    refused(await service.call(key, 'POST', '/me/students', sent), 400, 'invalid_request', fields);
  });

  test('all rules broken at once name each field once', async () => {
    const sent = { studentUid: '10005', tier: 4, weaponTier: 1, weaponLevel: 31, bond: 1, bondExp: 15 };
    refused(await service.call(key, 'POST', '/me/students', sent), 400, 'invalid_request', [
      'tier',
      'weaponTier',
      'weaponLevel',
    ]);
    refused(await service.call(key, 'GET', '/me/students/10005'), 404, 'student_not_recruited');
  });
});

describe('a patch is judged by the state it would leave', () => {
  const FULL: State = {
    tier: 5,
    weaponTier: 4,
    weaponLevel: 60,
    abilityHp: 25,
    abilityAtk: 1,
    abilityHeal: 0,
  };
  const SECOND: State = { tier: 5, weaponTier: 2, weaponLevel: 40 };
  const PLAIN: State = { tier: 3, weaponTier: 0 };
  const FIVE: State = { tier: 5, weaponTier: 0, weaponLevel: 0, abilityHp: 0 };

  const rows: [before: State, patch: State, at_fault: string[]][] = [
    [PLAIN, { weaponTier: 1 }, ['weaponTier']],
    [PLAIN, { tier: 4, weaponTier: 1 }, ['tier', 'weaponTier']],
    [PLAIN, { tier: 5, weaponTier: 1 }, []],
    [PLAIN, { tier: 5, weaponTier: 4, weaponLevel: 60, abilityHeal: 25 }, []],
    [PLAIN, { weaponLevel: 1 }, ['weaponLevel']],
    [PLAIN, { weaponLevel: 0 }, []],
    [PLAIN, { abilityHp: 1 }, ['abilityHp']],
    [PLAIN, { abilityHp: 0, abilityAtk: 0, abilityHeal: 0 }, []],
    [PLAIN, { abilityHp: 1, abilityAtk: 0, abilityHeal: 1 }, ['abilityHp', 'abilityHeal']],
    [PLAIN, { abilityHp: 1, abilityAtk: 1, abilityHeal: 1 }, ['abilityHp', 'abilityAtk', 'abilityHeal']],
    [PLAIN, { weaponTier: 1, weaponLevel: 31 }, ['weaponTier', 'weaponLevel']],
    [PLAIN, { weaponLevel: 1, abilityHeal: 25, level: 5 }, ['weaponLevel', 'abilityHeal']],
    [PLAIN, { tier: 1 }, []],
    [FIVE, { weaponTier: 1 }, []],
    [FIVE, { weaponTier: 1, weaponLevel: 31 }, ['weaponTier', 'weaponLevel']],
    [FIVE, { weaponTier: 1, weaponLevel: 30, abilityAtk: 25 }, []],
    [FIVE, { tier: 4 }, []],
    [SECOND, { weaponLevel: 41 }, ['weaponLevel']],
    [SECOND, { weaponTier: 1 }, ['weaponTier']],
    [SECOND, { weaponTier: 1, weaponLevel: 30 }, []],
    [SECOND, { weaponTier: 1, weaponLevel: 31 }, ['weaponTier', 'weaponLevel']],
    [SECOND, { weaponTier: 3, weaponLevel: 50 }, []],
    [SECOND, { weaponTier: 3, weaponLevel: 51 }, ['weaponTier', 'weaponLevel']],
    [SECOND, { weaponTier: 0 }, ['weaponTier']],
    [SECOND, { weaponTier: 0, weaponLevel: null }, []],
    [SECOND, { weaponTier: 0, weaponLevel: 0 }, []],
    [SECOND, { weaponTier: 0, weaponLevel: 1 }, ['weaponTier', 'weaponLevel']],
    [SECOND, { tier: 4 }, ['tier']],
    [SECOND, { tier: 4, weaponLevel: 41 }, ['tier', 'weaponLevel']],
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
    [FULL, { tier: 5, weaponTier: 4 }, []],
    [FULL, { level: 90 }, []],
  ];
  let key: string;
  before(async () => {
    ({ key } = await writer(service));
  });

  for (const [state, patch, fields] of rows) {
    const verdict = fields.length === 0 ? 'is taken' : `is refused for ${fields}`;
    test(`${JSON.stringify(patch)} on ${JSON.stringify(state)} ${verdict}`, async () => {
      const path = '/me/students/10000';
      const registered = await service.call(key, 'POST', '/me/students', { studentUid: '10000', ...state });
      assert.equal(registered.status, 201, registered.text);
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
      assert.equal((await service.call(key, 'DELETE', path)).status, 200);
    });
  }
});
