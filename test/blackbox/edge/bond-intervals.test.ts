import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { useSharedService } from '../../use-service.ts';
import { refused } from '../error-response.ts';
import { bareState, bondRank, MAX } from '../spec-fields.ts';
import { writer } from '../writer.ts';

const service = await useSharedService();
const { key } = await writer(service);

type Sent = { bond?: number | null; bondExp?: number | null; level?: number | null };
const PATH = '/me/students/10000';
const patch = (body: Sent) => service.call(key, 'PATCH', PATH, body);

const OTHER_FIELDS = {
  level: MAX.level,
  skillEx: MAX.skillEx,
  weaponLevel: MAX.weaponLevel,
  abilityHeal: MAX.abilityHeal,
};
const state = (bond: number | null, bondExp: number | null) => ({
  ...bareState('10000', 5, MAX.weaponTier),
  ...OTHER_FIELDS,
  bond,
  bondExp,
});

describe('a PATCH of bond and bondExp', () => {
  before(async () => {
    const registration = { studentUid: '10000', tier: 5, weaponTier: MAX.weaponTier, ...OTHER_FIELDS };
    assert.equal((await service.call(key, 'POST', '/me/students', registration)).status, 201);
  });
  after(() => service.call(key, 'DELETE', PATH));

  // Where one rank begins too early, the one before it ends too early.
  test('keeps the first and last experience of every rank', async () => {
    for (let bond = 1; bond <= MAX.bond; bond += 1) {
      const { first, last } = bondRank(bond);
      for (const bondExp of new Set([first, last]))
        assert.deepEqual((await patch({ bond, bondExp })).body, state(bond, bondExp));
    }
  });

  for (const bond of [1, 2, 50, MAX.bond - 1, MAX.bond]) {
    const { first, last } = bondRank(bond);
    test(`stores bondExp ${first} to ${last} for bond ${bond}, and null for any other`, async () => {
      const rows: [sent: number, kept: number | null][] = [
        [first, first],
        [last, last],
      ];
      if (bond > 1) rows.push([first - 1, null], [0, null]);
      if (bond < MAX.bond) rows.push([last + 1, null], [MAX.bondExp, null]);
      for (const [bondExp, kept] of rows) {
        const answer = await patch({ bond, bondExp });
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(answer.body, state(bond, kept), `${bondExp}`);
      }
      const stored = await service.call(key, 'GET', PATH);
      assert.deepEqual(stored.body, state(bond, rows.at(-1)?.[1] ?? null));
    });
  }

  const rows: [name: string, stored: Sent, sent: Sent, bond: number | null, bondExp: number | null][] = [
    ['the rank of the stored experience', { bond: 2, bondExp: 44 }, { bond: 2 }, 2, 44],
    ['another rank than that of the stored experience', { bond: 2, bondExp: 44 }, { bond: 3 }, 3, null],
    ['null for the rank', { bond: 2, bondExp: 44 }, { bond: null }, null, null],
    ['experience of the stored rank', { bond: 2, bondExp: 15 }, { bondExp: 44 }, 2, 44],
    ['experience of the next rank', { bond: 2, bondExp: 15 }, { bondExp: 45 }, 2, null],
    ['null for the experience', { bond: 2, bondExp: 15 }, { bondExp: null }, 2, null],
    ['experience without a rank', { bond: null, bondExp: null }, { bondExp: 0 }, null, null],
    ['experience and null for the rank', { bond: 1, bondExp: 3 }, { bond: null, bondExp: 3 }, null, null],
    ['another field', { bond: 2, bondExp: 15 }, { level: MAX.level }, 2, 15],
    ['rank and experience together', { bond: 2, bondExp: 15 }, { bond: 3, bondExp: 45 }, 3, 45],
    ['a rank while no experience is stored', { bond: 2, bondExp: null }, { bond: 1 }, 1, null],
    [
      'the highest rank and experience',
      { bond: 1, bondExp: 0 },
      { bond: MAX.bond, bondExp: MAX.bondExp },
      MAX.bond,
      MAX.bondExp,
    ],
  ];
  for (const [name, stored, sent, bond, bondExp] of rows) {
    test(`a PATCH with ${name} leaves bond ${bond} and bondExp ${bondExp}`, async () => {
      assert.equal((await patch(stored)).status, 200);
      const answer = await patch(sent);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.body, state(bond, bondExp));
      assert.deepEqual((await service.call(key, 'GET', PATH)).body, answer.body);
    });
  }

  test('does not name bondExp outside its rank when another rule is violated', async () => {
    assert.equal((await patch({ bond: 2, bondExp: 15 })).status, 200);
    const answer = await service.call(key, 'PATCH', PATH, { tier: 4, bond: 2, bondExp: 45 });
    refused(answer, 400, 'invalid_request', ['tier']);
    assert.deepEqual((await service.call(key, 'GET', PATH)).body, state(2, 15));
  });
});

describe('a registration with bond and bondExp', () => {
  const rows: [sent: Sent, bond: number | null, bondExp: number | null][] = [
    [{ bond: 1, bondExp: 14 }, 1, 14],
    [{ bond: 1, bondExp: 15 }, 1, null],
    [{ bond: MAX.bond - 1, bondExp: MAX.bondExp - 1 }, MAX.bond - 1, MAX.bondExp - 1],
    [{ bond: MAX.bond - 1, bondExp: MAX.bondExp }, MAX.bond - 1, null],
    [{ bond: MAX.bond, bondExp: MAX.bondExp - 1 }, MAX.bond, null],
    [{ bond: MAX.bond, bondExp: MAX.bondExp }, MAX.bond, MAX.bondExp],
    [{ bondExp: 14 }, null, null],
    [{ bond: null, bondExp: 14 }, null, null],
    [{ bond: 50 }, 50, null],
  ];
  for (const [sent, bond, bondExp] of rows) {
    test(`a registration with ${JSON.stringify(sent)} stores bond ${bond} and bondExp ${bondExp}`, async () => {
      const answer = await service.call(key, 'POST', '/me/students', {
        studentUid: '10001',
        tier: 1,
        weaponTier: 0,
        ...sent,
      });
      assert.equal(answer.status, 201, answer.text);
      const stored = await service.call(key, 'GET', '/me/students/10001');
      assert.deepEqual(stored.body, { ...bareState('10001', 1, 0), bond, bondExp });
      assert.deepEqual(answer.body, stored.body);
      assert.equal((await service.call(key, 'DELETE', '/me/students/10001')).status, 200);
    });
  }
});
