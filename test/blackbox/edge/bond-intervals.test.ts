import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import ranks from '../../../contract/bond-ranks.json' with { type: 'json' };
import { type Service, startService } from '../../service.ts';
import { refused } from '../error-response.ts';
import { bareState } from '../spec-fields.ts';
import { writer } from '../writer.ts';

let service: Service;
let key: string;
before(async () => {
  service = await startService();
  ({ key } = await writer(service));
});
after(() => service.stop());

type Sent = { bond?: number | null; bondExp?: number | null; level?: number | null };
const PATH = '/me/students/10000';
const patch = (body: Sent) => service.call(key, 'PATCH', PATH, body);

const OTHERS = { level: 90, skillEx: 5, weaponLevel: 60, abilityHeal: 25 };
const state = (bond: number | null, bondExp: number | null) => ({
  ...bareState('10000', 5, 4),
  ...OTHERS,
  bond,
  bondExp,
});

describe('bond experience within the interval of its rank', () => {
  before(async () => {
    const registration = { studentUid: '10000', tier: 5, weaponTier: 4, ...OTHERS };
    assert.equal((await service.call(key, 'POST', '/me/students', registration)).status, 201);
  });
  after(() => service.call(key, 'DELETE', PATH));

  for (const [index, first] of ranks.minExp.entries()) {
    const bond = index + 1;
    const last = (ranks.minExp[index + 1] ?? first + 1) - 1;
    test(`rank ${bond} keeps ${first} to ${last} and no other`, async () => {
      const rows: [sent: number, kept: number | null][] = [
        [first, first],
        [last, last],
      ];
      if (bond > 1) rows.push([first - 1, null], [0, null]);
      if (bond < 100) rows.push([last + 1, null], [240225, null]);
      for (const [bondExp, kept] of rows) {
        const answer = await patch({ bond, bondExp });
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(answer.body, state(bond, kept), `${bondExp}`);
      }
      const stored = await service.call(key, 'GET', PATH);
      assert.deepEqual(stored.body, state(bond, rows.at(-1)?.[1] ?? null));
    });
  }

  const rows: [name: string, before: Sent, sent: Sent, bond: number | null, bondExp: number | null][] = [
    ['a rank that holds the experience', { bond: 2, bondExp: 44 }, { bond: 2 }, 2, 44],
    ['a rank that does not', { bond: 2, bondExp: 44 }, { bond: 3 }, 3, null],
    ['no rank any more', { bond: 2, bondExp: 44 }, { bond: null }, null, null],
    ['experience of the recorded rank', { bond: 2, bondExp: 15 }, { bondExp: 44 }, 2, 44],
    ['experience of the next rank', { bond: 2, bondExp: 15 }, { bondExp: 45 }, 2, null],
    ['null for the experience', { bond: 2, bondExp: 15 }, { bondExp: null }, 2, null],
    ['experience without a rank', { bond: null, bondExp: null }, { bondExp: 0 }, null, null],
    ['experience and null for the rank', { bond: 1, bondExp: 3 }, { bond: null, bondExp: 3 }, null, null],
    ['another field', { bond: 2, bondExp: 15 }, { level: 90 }, 2, 15],
    ['rank and experience together', { bond: 2, bondExp: 15 }, { bond: 3, bondExp: 45 }, 3, 45],
    ['a rank without recorded experience', { bond: 2, bondExp: null }, { bond: 1 }, 1, null],
    ['the highest of both', { bond: 1, bondExp: 0 }, { bond: 100, bondExp: 240225 }, 100, 240225],
  ];
  for (const [name, recorded, sent, bond, bondExp] of rows) {
    test(`a patch with ${name}`, async () => {
      assert.equal((await patch(recorded)).status, 200);
      const answer = await patch(sent);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.body, state(bond, bondExp));
      assert.deepEqual((await service.call(key, 'GET', PATH)).body, answer.body);
    });
  }

  test('an experience out of its rank names nothing when another rule is broken', async () => {
    assert.equal((await patch({ bond: 2, bondExp: 15 })).status, 200);
    const answer = await service.call(key, 'PATCH', PATH, { tier: 4, bond: 2, bondExp: 45 });
    refused(answer, 400, 'invalid_request', ['tier']);
    assert.deepEqual((await service.call(key, 'GET', PATH)).body, state(2, 15));
  });
});

describe('bond experience at registration', () => {
  const rows: [sent: Sent, bond: number | null, bondExp: number | null][] = [
    [{ bond: 1, bondExp: 14 }, 1, 14],
    [{ bond: 1, bondExp: 15 }, 1, null],
    [{ bond: 99, bondExp: 240224 }, 99, 240224],
    [{ bond: 99, bondExp: 240225 }, 99, null],
    [{ bond: 100, bondExp: 240224 }, 100, null],
    [{ bond: 100, bondExp: 240225 }, 100, 240225],
    [{ bondExp: 14 }, null, null],
    [{ bond: null, bondExp: 14 }, null, null],
    [{ bond: 50 }, 50, null],
  ];
  for (const [sent, bond, bondExp] of rows) {
    test(`${JSON.stringify(sent)} keeps bond ${bond} and bondExp ${bondExp}`, async () => {
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
