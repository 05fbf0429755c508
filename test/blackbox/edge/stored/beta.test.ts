import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { query } from '../../../database.ts';
import type { Account, RunningService } from '../../../service.ts';
import { useService } from '../../../use-service.ts';

const ORIGIN = 'https://tools.example';
const service = await useService({ env: { ROLLBOOK_OAUTH: 'off', ROLLBOOK_CORS_ORIGINS: ORIGIN } });
const off = await useService({ env: { ROLLBOOK_HISTORY: 'off' } });
const limited = await useService({ env: { ROLLBOOK_READ_LIMIT: '3', ROLLBOOK_WRITE_LIMIT: '2' } });

const STUDENT = { studentUid: '10010', tier: 3, weaponTier: 0 };
const INT4_MAX = 2_147_483_647;

async function write({ write: key }: Account, method: string, path: string, body?: object): Promise<void> {
  const { status, text, headers } = await service.call(key, method, path, body);
  assert.ok(status < 300, text);
  assert.equal(headers.get('change-group'), null);
}
/** Registers a student and sets the level so often. */
async function makeChanges(account: Account, count: number): Promise<void> {
  await write(account, 'POST', '/me/students', STUDENT);
  for (let level = 1; level < count; level += 1)
    await write(account, 'PATCH', '/me/students/10010', { level });
}
const read = (account: Account, search = '') => service.callBeta(account.read, 'GET', `/changes${search}`);
async function numbersOf(account: Account, search = ''): Promise<[numbers: number[], lastNumber: number]> {
  const { status, body, text } = await read(account, search);
  assert.equal(status, 200, text);
  return [body.changes.map(({ number }: { number: number }) => number), body.lastNumber];
}
async function assertRefused(account: Account, search: string, fields: string[]): Promise<void> {
  const { status, body } = await read(account, search);
  assert.equal(status, 400, search);
  assert.deepEqual(
    body.error.fields.map(({ field }: { field: string }) => field),
    fields,
    search,
  );
}

describe('GET /beta/me', () => {
  test('tells the account, the key and what is left of both limits', async () => {
    const { accountId } = await limited.command('account', 'create', '아로나');
    const { apiKey, keyId, expiresAt } = await limited.command(
      ...['key', 'issue', '--account', accountId, '--permission', 'write', '--name', '스캐너'],
    );
    const ask = (of: RunningService = limited) => of.callBeta(apiKey, 'GET', '/me');
    const first = await ask();
    assert.equal(first.status, 200, first.text);
    assert.deepEqual(first.body, {
      account: { accountId, name: '아로나' },
      caller: { kind: 'key', id: keyId, name: '스캐너', permission: 'write', expiresAt },
      limits: {
        read: { limit: 3, remaining: 2, resetSeconds: 60 },
        write: { limit: 2, remaining: 2, resetSeconds: 600 },
      },
    });
    assert.equal(first.headers.get('ratelimit-policy'), '"read";q=3;w=60');
    await limited.call(apiKey, 'POST', '/me/students', STUDENT);
    const second = await ask();
    const { read, write } = second.body.limits;
    assert.deepEqual([read.remaining, write.remaining], [1, 1]);
    assert.equal(second.headers.get('ratelimit'), `"read";r=1;t=${read.resetSeconds}`);
    assert.ok(write.resetSeconds > 500 && write.resetSeconds <= 600, `${write.resetSeconds}`);
    assert.equal((await ask()).body.limits.read.remaining, 0);
    const refused = await ask();
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) >= 1);
  });

  test('answers a read key, and needs one that is valid', async () => {
    const account = await service.account();
    const { body } = await service.callBeta(account.read, 'GET', '/me');
    assert.equal(body.caller.permission, 'read');
    const refused = await service.callBeta(undefined, 'GET', '/me');
    assert.equal(refused.status, 401);
    assert.equal(refused.headers.get('www-authenticate'), 'Bearer');
    await service.command('account', 'suspend', account.id);
    assert.equal((await service.callBeta(account.read, 'GET', '/me')).status, 403);
  });
});

describe('GET /beta/changes', () => {
  test('tells each change with who made it, and the fields before and after', async () => {
    const created = await service.account();
    const { apiKey, keyId } = await service.command(
      ...['key', 'issue', '--account', created.id, '--permission', 'write', '--name', '스캐너'],
    );
    const account = { ...created, write: apiKey };
    const startedAt = Date.now();
    await service.command('bond', 'set', '--account', account.id, '--student', '10010', '--bond', '5');
    await write(account, 'POST', '/me/students', { ...STUDENT, level: 80 });
    await write(account, 'PATCH', '/me/students/10010', { level: 90, skillEx: 5 });
    await write(account, 'PATCH', '/me/students/10010', { level: 90 });
    await write(account, 'DELETE', '/me/students/10010');
    const { body, headers } = await read(account);
    const by = { kind: 'key', id: keyId, name: '스캐너' };
    const at = body.changes.map((change: { at: string }) => change.at);
    assert.ok(
      at.every((each: string) => new Date(each).toISOString() === each && Date.parse(each) >= startedAt),
    );
    assert.deepEqual(at, at.toSorted());
    const common = { studentUid: '10010', by, group: 2 };
    assert.deepEqual(body, {
      changes: [
        {
          ...{ number: 1, at: at[0], studentUid: '10010', kind: 'bond', by: { kind: 'operator' }, group: 1 },
          fields: { bond: [null, 5] },
        },
        {
          ...{ number: 2, at: at[1], ...common, kind: 'registered' },
          fields: { tier: [null, 3], level: [null, 80], weaponTier: [null, 0], bond: [null, 5] },
        },
        {
          ...{ number: 3, at: at[2], ...common, kind: 'changed' },
          fields: { level: [80, 90], skillEx: [null, 5] },
        },
        {
          ...{ number: 4, at: at[3], ...common, kind: 'removed' },
          fields: {
            tier: [3, null],
            level: [90, null],
            weaponTier: [0, null],
            bond: [5, null],
            skillEx: [5, null],
          },
        },
      ],
      lastNumber: 4,
    });
    assert.equal(headers.get('cache-control'), 'no-store');
  });

  test('goes on after a number, as many at a time as asked for', async () => {
    const account = await service.account();
    assert.deepEqual(await numbersOf(account), [[], 0]);
    assert.deepEqual(await numbersOf(account, '?after=0'), [[], 0]);
    await makeChanges(account, 5);
    assert.deepEqual(await numbersOf(account), [[1, 2, 3, 4, 5], 5]);
    assert.deepEqual(await numbersOf(account, '?after=0&limit=2'), [[1, 2], 5]);
    assert.deepEqual(await numbersOf(account, '?after=2&limit=2&unknown='), [[3, 4], 5]);
    assert.deepEqual(await numbersOf(account, '?after=00004&limit=500'), [[5], 5]);
    assert.deepEqual(await numbersOf(account, '?after=5'), [[], 5]);
    await assertRefused(account, '?after=6', ['after']);
  });

  test('refuses parameters that are out of range, empty, repeated or no digits', async () => {
    const account = await service.account();
    for (const value of [
      '',
      '-1',
      '+1',
      '1.0',
      '1e1',
      '0x1',
      ' 1',
      'x',
      `${INT4_MAX}`,
      '9'.repeat(400),
      '%00',
    ])
      await assertRefused(account, `?after=${value}`, ['after']);
    for (const value of ['', '0', '501', '-1', 'ten', '1e2'])
      await assertRefused(account, `?limit=${value}`, ['limit']);
    await assertRefused(account, '?limit=0&limit=1&after=1&after=1', ['after', 'limit']);
  });

  test('an account sees its own changes only', async () => {
    const [mine, other] = [await service.account(), await service.account()];
    await makeChanges(mine, 3);
    await makeChanges(other, 2);
    assert.deepEqual(await numbersOf(mine), [[1, 2, 3], 3]);
    await assertRefused(other, '?after=3', ['after']);
  });

  test('refuses to go on where the next change was dropped', async () => {
    const account = await service.account();
    await makeChanges(account, 5);
    const drop = (until: number) =>
      query(service.database, 'DELETE FROM student_change WHERE account_id = ? AND number <= ?', [
        account.id,
        until,
      ]);
    await drop(2);
    assert.deepEqual(await numbersOf(account), [[3, 4, 5], 5]);
    assert.deepEqual(await numbersOf(account, '?after=2'), [[3, 4, 5], 5]);
    for (const after of [0, 1]) await assertRefused(account, `?after=${after}`, ['after']);
    await drop(5);
    assert.deepEqual(await numbersOf(account), [[], 5]);
    assert.deepEqual(await numbersOf(account, '?after=5'), [[], 5]);
    for (const after of [0, 4, 6]) await assertRefused(account, `?after=${after}`, ['after']);
  });

  test('refuses numbers that lie in the gap of a restore', async () => {
    const account = await service.account();
    await makeChanges(account, 2);
    const skipTo = (next: number, of = account) =>
      query(service.database, 'UPDATE history SET next_number = ? WHERE account_id = ?', [next, of.id]);
    await skipTo(1_000_002);
    assert.deepEqual(await numbersOf(account, '?after=2'), [[], 2]);
    for (const after of [3, 1_000_001]) await assertRefused(account, `?after=${after}`, ['after']);
    await write(account, 'PATCH', '/me/students/10010', { level: 50 });
    assert.deepEqual(await numbersOf(account), [[1, 2, 1_000_002], 1_000_002]);
    assert.deepEqual(await numbersOf(account, '?after=2'), [[1_000_002], 1_000_002]);
    for (const after of [3, 500_000, 1_000_001]) await assertRefused(account, `?after=${after}`, ['after']);
  });

  test('begins at 0 for an account whose first number comes after such a gap', async () => {
    const account = await service.account();
    await query(
      service.database,
      'INSERT INTO history (account_id, last_number, next_number) VALUES (?, 0, 1000000)',
      [account.id],
    );
    assert.deepEqual(await numbersOf(account, '?after=0'), [[], 0]);
    await makeChanges(account, 2);
    assert.deepEqual(await numbersOf(account, '?after=0'), [[1_000_000, 1_000_001], 1_000_001]);
    await assertRefused(account, '?after=1', ['after']);
  });

  test('the writes of one operation are a group of their own', async () => {
    const account = await service.account();
    const send = (uid: string, operation: string) =>
      service.call(
        account.write,
        'POST',
        '/me/students',
        { ...STUDENT, studentUid: uid },
        {
          'bulk-operation': operation,
        },
      );
    await send('10010', 'import-a');
    await send('10000', 'import-b');
    await send('10001', 'import-a');
    const { body } = await read(account);
    assert.deepEqual(
      body.changes.map(({ group }: { group: number }) => group),
      [1, 2, 1],
    );
  });
});

describe('/beta beside /v1', () => {
  test('refuses a Bulk-Operation that could name no group, which /v1 ignores', async () => {
    const account = await service.account();
    const send = (path: string, id: string) =>
      service.callBeta(account.write, 'PUT', path, { wanted: { level: 90 } }, { 'bulk-operation': id });
    for (const id of ['', 'two words', 'x'.repeat(65), 'a,b']) {
      const { status, body } = await send('/goals/10010', id);
      assert.equal(status, 400, id);
      assert.deepEqual([body.error.fields.length, body.error.fields[0].field], [1, 'bulk-operation']);
      const ignored = await service.call(account.write, 'DELETE', '/me/students/10010', undefined, {
        'bulk-operation': id,
      });
      assert.equal(ignored.status, 404, ignored.text);
    }
    assert.equal((await send('/goals/10010', 'import-a')).status, 200);
  });

  test('answers 404 with Allow to another method, and to another path', async () => {
    const { write: key } = await service.account();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await fetch(`${service.url}/beta/changes`, { method });
      assert.deepEqual([response.status, response.headers.get('allow')], [404, 'GET, HEAD'], method);
    }
    for (const path of ['/beta', '/beta/', '/beta/me/', '/beta/Me', '/beta/v1/me']) {
      const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } });
      assert.equal(response.status, 404, path);
      assert.match(await response.text(), /"not_found"/, path);
    }
  });

  test('answers preflights of an allowed origin', async () => {
    const preflight = await fetch(`${service.url}/beta/me`, {
      method: 'OPTIONS',
      headers: { origin: ORIGIN, 'access-control-request-method': 'GET' },
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-origin'), ORIGIN);
    assert.equal(preflight.headers.get('access-control-allow-methods'), 'GET, HEAD');
  });

  test('without history, changes and past rosters are 404, and nothing else', async () => {
    const account = await off.account();
    assert.equal((await off.call(account.write, 'POST', '/me/students', STUDENT)).status, 201);
    for (const path of ['/changes', '/changes?after=x', '/roster?at=2999-01-01T00:00:00Z']) {
      const { status, body, headers } = await off.callBeta(account.read, 'GET', path);
      assert.deepEqual([status, body.error.code], [404, 'not_found'], path);
      assert.match(body.error.message, /변경 기록을 남기지 않습니다/);
      assert.ok(headers.has('ratelimit'), path);
    }
    assert.equal((await off.callBeta(account.read, 'GET', '/me')).status, 200);
    assert.equal((await off.callBeta(undefined, 'GET', '/changes')).status, 401);
  });
});
