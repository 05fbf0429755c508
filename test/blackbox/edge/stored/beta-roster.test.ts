import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { query } from '../../../database.ts';
import type { Account } from '../../../service.ts';
import { useService } from '../../../use-service.ts';

const ORIGIN = 'https://tools.example';
const service = await useService({ env: { ROLLBOOK_OAUTH: 'off', ROLLBOOK_CORS_ORIGINS: ORIGIN } });
const off = await useService({ env: { ROLLBOOK_HISTORY: 'off' } });

const STUDENT = { studentUid: '10010', tier: 3, weaponTier: 0 };
const LATER = '2999-01-01T00:00:00Z';

const read = (account: Account, query = '', headers: Record<string, string> = {}) =>
  service.callBeta(
    account.read,
    'GET',
    `/roster${query && `?${new URLSearchParams(query)}`}`,
    undefined,
    headers,
  );

/** Registers students and changes the first; returns the times of the changes. */
async function makeChanges(account: Account): Promise<string[]> {
  for (const body of [STUDENT, { ...STUDENT, studentUid: '10000', tier: 5, level: 90 }])
    assert.equal((await service.call(account.write, 'POST', '/me/students', body)).status, 201);
  assert.equal((await service.call(account.write, 'PATCH', '/me/students/10010', { level: 7 })).status, 200);
  const { body } = await service.callBeta(account.read, 'GET', '/changes');
  return body.changes.map(({ at }: { at: string }) => at);
}

describe('GET /beta/roster', () => {
  test('has every recruited student with all fields, as of the last change', async () => {
    const account = await service.account();
    const times = await makeChanges(account);
    const { status, body, text } = await read(account);
    assert.equal(status, 200, text);
    assert.deepEqual(body, {
      students: (await service.call(account.read, 'GET', '/me/students')).body.students,
      asOf: times[2],
      lastNumber: 3,
    });
    assert.deepEqual((await read(account, `at=${LATER}`)).body, body);
  });

  test('of an account without changes is empty, since it was created', async () => {
    const account = await service.account();
    const { body } = await read(account);
    assert.deepEqual([body.students, body.lastNumber], [[], 0]);
    assert.ok(Date.parse(body.asOf) <= Date.now());
    assert.deepEqual((await read(account)).body, body);
    assert.deepEqual((await read(account, `at=${LATER}`)).body, body);
  });

  test('has the fields that are asked for, in the order of the table', async () => {
    const account = await service.account();
    await makeChanges(account);
    const { body, text } = await read(account, 'fields=level,tier');
    assert.deepEqual(body.students, [
      { studentUid: '10000', tier: 5, level: 90 },
      { studentUid: '10010', tier: 3, level: 7 },
    ]);
    assert.match(text, /"studentUid":"10000","tier":5,"level":90/);
  });

  test('tells where the changes go on that the roster does not have yet', async () => {
    const account = await service.account();
    await makeChanges(account);
    const { lastNumber } = (await read(account, 'fields=level')).body;
    await service.call(account.write, 'PATCH', '/me/students/10010', { level: 8 });
    const { body } = await service.callBeta(account.read, 'GET', `/changes?after=${lastNumber}`);
    assert.deepEqual(
      body.changes.map(({ fields }: { fields: object }) => fields),
      [{ level: [7, 8] }],
    );
  });

  test('tells the roster as it was', async () => {
    const account = await service.account();
    const times = await makeChanges(account);
    const before = new Date(Date.parse(times[0] as string) - 1).toISOString();
    const empty = await read(account, `at=${before}`);
    // An account may be as young as its first change.
    if (empty.status === 200) assert.deepEqual(empty.body.students, []);
    else assert.equal(empty.status, 400);
    const then = (await read(account, `at=${times[1]}&fields=level`)).body;
    const last = times.findLastIndex((time) => time <= (times[1] as string));
    assert.deepEqual([then.asOf, then.lastNumber], [times[last], last + 1]);
    assert.deepEqual(then.students[1], { studentUid: '10010', level: last < 2 ? null : 7 });
  });

  test('refuses a time that is malformed or before the account, and fields that are none', async () => {
    const account = await service.account();
    await makeChanges(account);
    for (const [field, value] of [
      ['at', ''],
      ['at', 'yesterday'],
      ['at', '2026-11-24'],
      ['at', '2020-01-01T00:00:00Z'],
      ['at', '1&at=1'],
      ['fields', ''],
      ['fields', 'stars'],
      ['fields', 'tier,'],
      ['fields', 'tier,stars'],
      ['fields', 'tier&fields=level'],
    ] as const) {
      const { status, body } = await read(account, `${field}=${value}`);
      assert.equal(status, 400, value);
      assert.deepEqual([body.error.fields.length, body.error.fields[0].field], [1, field], value);
    }
  });

  test('is read without a history, but not at a time', async () => {
    const account = await off.account();
    assert.equal((await off.call(account.write, 'POST', '/me/students', STUDENT)).status, 201);
    const { body } = await off.callBeta(account.read, 'GET', '/roster?fields=tier');
    assert.deepEqual(body.students, [{ studentUid: '10010', tier: 3 }]);
    assert.equal(
      (await off.callBeta(account.read, 'GET', `/roster?at=${encodeURIComponent(LATER)}`)).status,
      404,
    );
  });
});

test('before the first change of an account the roster was empty, and long after the last it has its time', async () => {
  const account = await service.account();
  await makeChanges(account);
  const { accountId } = (await service.callBeta(account.read, 'GET', '/me')).body.account;
  const days = async (column: string, table: string, by: number) =>
    query(
      service.database,
      `UPDATE ${table} SET ${column} = ${column} - ${by * 86_400_000} WHERE account_id = '${accountId}'`,
    );
  await days('created_at', 'account', 10);
  const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString();
  const { body, text } = await read(account, `at=${weekAgo}`);
  assert.deepEqual([body.students, body.lastNumber], [[], 0], text);
  assert.ok(Date.parse(body.asOf) < Date.parse(weekAgo));
  // As after the retention of changes.
  await query(service.database, `DELETE FROM student_change WHERE account_id = '${accountId}'`);
  const first = (await read(account)).body;
  assert.deepEqual([first.students.length, first.lastNumber], [2, 3]);
  assert.deepEqual((await read(account)).body, first);
});

describe('the version of a roster', () => {
  test('changes with the values that are asked for, and only with them', async () => {
    const account = await service.account();
    await makeChanges(account);
    const tagOf = async (query: string, of = account) => (await read(of, query)).headers.get('etag') ?? '';
    const stars = await tagOf('fields=tier,weaponTier');
    const levels = await tagOf('fields=level');
    assert.ok(stars.length > 4 && stars !== levels);
    assert.equal(await tagOf('fields=weaponTier,tier'), stars);
    await service.call(account.write, 'PATCH', '/me/students/10010', { level: 9 });
    assert.equal(await tagOf('fields=tier,weaponTier'), stars);
    assert.notEqual(await tagOf('fields=level'), levels);
    const other = await service.account();
    assert.notEqual(await tagOf('', other), await tagOf('', await service.account()));
  });

  test('saves sending the roster again, and counts as the read it is', async () => {
    const account = await service.account();
    await makeChanges(account);
    const first = await read(account);
    const etag = first.headers.get('etag') ?? '';
    const again = await read(account, '', { 'if-none-match': etag });
    assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag]);
    const leftOf = ({ headers }: typeof again) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    assert.equal(leftOf(again), leftOf(first) - 1);
    for (const { headers } of [first, again]) {
      assert.equal(headers.get('cache-control'), 'private, no-cache');
      assert.deepEqual((headers.get('vary') ?? '').split(', '), [
        'Origin',
        'Authorization',
        'Accept-Encoding',
      ]);
    }
    await service.call(account.write, 'PATCH', '/me/students/10010', { level: 10 });
    assert.equal((await read(account, '', { 'if-none-match': etag })).status, 200);
    const page = await read(account, '', { origin: ORIGIN });
    assert.match(page.headers.get('access-control-expose-headers') ?? '', /\bETag\b/);
  });
});

describe('what is read is compressed where asked', () => {
  const UIDS = ['10000', '10001', '10002', '10003', '10004', '10005'];

  for (const [path, isLong] of [
    ['/v1/me/students', true],
    ['/v1/students?query=a&limit=100', true],
    ['/v1/me/students/10000', false],
    ['/beta/roster', true],
    ['/beta/changes', true],
  ] as const)
    test(`${path}${isLong ? '' : ', which is too short for that'}`, async () => {
      const account = await service.account();
      for (const studentUid of UIDS)
        await service.call(account.write, 'POST', '/me/students', { ...STUDENT, studentUid });
      const ask = (coding: string) =>
        fetch(service.url + path, {
          headers: { authorization: `Bearer ${account.read}`, 'accept-encoding': coding },
        });
      const plain = await ask('identity');
      const text = await plain.text();
      assert.equal(plain.headers.get('content-encoding'), null);
      for (const coding of ['br', 'gzip'] as const) {
        const response = await ask(coding);
        assert.equal(/\bAccept-Encoding\b/.test(response.headers.get('vary') ?? ''), isLong);
        assert.equal(response.headers.get('content-encoding'), isLong ? coding : null);
        // fetch has decoded it.
        assert.equal(await response.text(), text);
      }
    });
});
