import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { Account } from '../service.ts';
import { useSharedService } from '../use-service.ts';
import { refused } from './error-response.ts';

/** The thief has a valid key of their own and tries to read or change the data of the owner. */
const THEIRS = { studentUid: '10010', tier: 5, weaponTier: 2, level: 77, bond: 3, bondExp: 50 };
const service = await useSharedService();
let owner: Account;
let thief: Account;
let initialList: string;

before(async () => {
  [owner, thief] = await Promise.all([service.account(), service.account()]);
  for (const body of [THEIRS, { ...THEIRS, studentUid: '10000' }])
    assert.equal((await service.call(owner.write, 'POST', '/me/students', body)).status, 201);
  initialList = await readOwnersList();
});

const readOwnersList = async () => (await service.call(owner.read, 'GET', '/me/students')).text;
const asThief = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  service.call(thief.write, method, path, body, headers);

describe("another account's student looks like an unregistered student", () => {
  for (const [method, body] of [
    ['GET', undefined],
    ['PATCH', { level: 1 }],
    ['DELETE', undefined],
  ] as const)
    test(`answers student_not_recruited to ${method} of another account's student`, async () => {
      refused(await asThief(method, '/me/students/10010', body), 404, 'student_not_recruited');
      assert.equal(await readOwnersList(), initialList);
    });

  test('does not list the students of another account', async () => {
    assert.deepEqual((await asThief('GET', '/me/students')).body, { students: [], nextCursor: null });
  });

  test('registers a student that another account has, with a bond of its own', async () => {
    const { status, body } = await asThief('POST', '/me/students', {
      studentUid: '10010',
      tier: 1,
      weaponTier: 0,
    });
    assert.deepEqual([status, body.bond, body.bondExp], [201, null, null]);
    assert.equal((await asThief('DELETE', '/me/students/10010')).status, 200);
    assert.equal(await readOwnersList(), initialList);
  });
});

describe('naming another account gives no access to it', () => {
  const NAMES = ['accountId', 'account', 'account_id', 'owner', 'userId', 'keyId'];

  test('rejects the id of another account in a body', async () => {
    for (const name of NAMES) {
      const body = { studentUid: '10010', tier: 5, weaponTier: 2, [name]: owner.id };
      refused(await asThief('POST', '/me/students', body), 400, 'invalid_request', [name]);
    }
  });

  test('ignores the id of another account in a query', async () => {
    for (const name of NAMES) {
      const { body } = await asThief('GET', `/me/students?${name}=${owner.id}`);
      assert.deepEqual(body.students, [], name);
    }
  });

  test('answers 404 to the id of another account in a path', async () => {
    for (const path of [
      `/${owner.id}/students`,
      `/accounts/${owner.id}/students`,
      `/me/students/${owner.id}`,
    ])
      refused(await asThief('GET', path), 404, 'not_found');
    refused(await asThief('GET', `/me/students/..%2f..%2f${owner.id}%2fstudents%2f10010`), 404, 'not_found');
  });

  test('ignores the id of another account in a header', async () => {
    for (const name of ['X-Account-Id', 'X-User-Id', 'X-Forwarded-User', 'Cookie', 'From']) {
      const { body } = await asThief('GET', '/me/students', undefined, { [name]: `account=${owner.id}` });
      assert.deepEqual(body.students, [], name);
    }
  });

  test('rejects the key of another account next to a valid key', async () => {
    const both = await asThief('GET', '/me/students', undefined, {
      authorization: `Bearer ${thief.write}, Bearer ${owner.write}`,
    });
    refused(both, 401, 'unauthorized');
  });
});

test("rejects another account's cursor and a cursor forged for it", async () => {
  const { body } = await service.call(owner.read, 'GET', '/me/students?limit=1');
  refused(await asThief('GET', `/me/students?cursor=${body.nextCursor}`), 400, 'invalid_request', ['cursor']);
  // The checksum is not secret: anyone who knows the id of an account can forge its cursor, but gains nothing.
  const scope = `students of ${owner.id}`;
  for (const [version, position] of [
    ['', '10000'],
    ['', ''],
    ['', "' OR '1'='1"],
    ['', '\0'],
  ] as const) {
    const check = hash('sha256', JSON.stringify([scope, version, position]), 'hex').slice(0, 16);
    const cursor = Buffer.from(JSON.stringify([version, position, check])).toString('base64url');
    refused(await asThief('GET', `/me/students?cursor=${cursor}`), 400, 'invalid_request', ['cursor']);
  }
});

test('shows only the students of the account for a cursor that it forged itself', async () => {
  await asThief('POST', '/me/students', { studentUid: '10001', tier: 1, weaponTier: 0 });
  for (const position of ['', "' OR '1'='1", '\0', '\ud800', '9'.repeat(5000), '%00', '{"a":1}']) {
    const check = hash('sha256', JSON.stringify([`students of ${thief.id}`, '', position]), 'hex').slice(
      0,
      16,
    );
    const cursor = Buffer.from(JSON.stringify(['', position, check])).toString('base64url');
    const { status, body } = await asThief('GET', `/me/students?cursor=${cursor}`);
    if (position === '\0' || position === '\ud800') {
      assert.equal(status, 400, 'what is no text is no cursor');
      continue;
    }
    assert.equal(status, 200, JSON.stringify(position));
    for (const { studentUid } of body.students) assert.equal(studentUid, '10001');
  }
});

test('does not count requests of one account against the limit of another', async () => {
  const remaining = async (key: string) =>
    Number(
      /r=(\d+)/.exec((await service.call(key, 'GET', '/me/students')).headers.get('ratelimit') ?? '')?.[1],
    );
  const first = await remaining(owner.read);
  for (let count = 0; count < 5; count += 1) await asThief('GET', '/me/students');
  assert.equal(await remaining(owner.read), first - 1);
});

test('leaves the students of the other account unchanged', async () => {
  assert.equal(await readOwnersList(), initialList);
});
