import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Account, Answer } from '../service.ts';
import { useService } from '../use-service.ts';
import { refused } from './error-response.ts';

const service = await useService();
const limited = await useService({ env: { ROLLBOOK_READ_LIMIT: '2', ROLLBOOK_WRITE_LIMIT: '2' } });

const WANTED = { wanted: { level: 90 } };
const DEFAULTS = { labels: [], note: '', priority: 5000, isPaused: false };
/** A form of 10098. */
const OTHER_FORM = '10099';

const put = (account: Account, uid: string, goal: unknown): Promise<Answer> =>
  service.callBeta(account.write, 'PUT', `/goals/${uid}`, goal);
const remove = (account: Account, uid: string) => service.callBeta(account.write, 'DELETE', `/goals/${uid}`);
async function list({ read }: Account) {
  const { status, body, text } = await service.callBeta(read, 'GET', '/goals');
  assert.equal(status, 200, text);
  return body.goals;
}
async function saved(account: Account, uid: string, goal: object) {
  const { status, body, text } = await put(account, uid, goal);
  assert.equal(status, 200, text);
  return body;
}

describe('GET /beta/goals/{studentUid}', () => {
  const read = (account: Account, uid: string) => service.callBeta(account.read, 'GET', `/goals/${uid}`);

  test('returns the goal, also for the UID of another form', async () => {
    const account = await service.account();
    await saved(account, '10010', WANTED);
    const goal = await saved(account, '10098', { ...WANTED, labels: ['총력전'] });
    for (const uid of ['10098', OTHER_FORM]) {
      const { status, body } = await read(account, uid);
      assert.equal(status, 200);
      assert.deepEqual(body, goal);
    }
  });

  test('is 404 where there is no such goal or student, also if another account has one', async () => {
    const [account, other] = [await service.account(), await service.account()];
    await saved(other, '10010', WANTED);
    refused(await read(account, '10010'), 404, 'not_found');
    refused(await read(account, '99999'), 404, 'not_found');
    await saved(account, '10010', WANTED);
    await remove(account, '10010');
    refused(await read(account, '10010'), 404, 'not_found');
  });
});

describe('PUT /beta/goals/{studentUid}', () => {
  test('saves a goal, recruited or not, with defaults for what it leaves out', async () => {
    const account = await service.account();
    const { status, text } = await put(account, '10010', WANTED);
    assert.equal(status, 200);
    assert.equal(text, JSON.stringify({ studentUid: '10010', ...WANTED, ...DEFAULTS }));
    assert.deepEqual(await list(account), [JSON.parse(text)]);
  });

  test('replaces the goal as a whole, with the wanted values in the order of the fields', async () => {
    const account = await service.account();
    const goal = {
      wanted: { bond: 20, level: 5.0 },
      labels: ['총력전', 'raid 🏆'],
      note: 'a\nb',
      priority: 0,
    };
    assert.deepEqual(await saved(account, '10010', { ...goal, isPaused: true }), {
      studentUid: '10010',
      ...goal,
      isPaused: true,
    });
    const { text } = await put(account, '10010', { wanted: { bond: 20, skillSub: 10, tier: 5 } });
    assert.match(text, /"wanted":\{"tier":5,"skillSub":10,"bond":20\}/);
    assert.deepEqual(await list(account), [
      { studentUid: '10010', wanted: { tier: 5, skillSub: 10, bond: 20 }, ...DEFAULTS },
    ]);
  });

  test('takes the UID of another form for the representative', async () => {
    const account = await service.account();
    assert.equal((await saved(account, OTHER_FORM, WANTED)).studentUid, '10098');
    assert.deepEqual((await remove(account, OTHER_FORM)).body, { studentUid: '10098', deleted: true });
  });

  const LONG = '가'.repeat(41);
  const INVALID: [body: unknown, fields: string[]][] = [
    [{}, ['wanted']],
    [[WANTED], ['body']],
    [{ wanted: {} }, ['wanted']],
    [{ wanted: null }, ['wanted']],
    [{ wanted: [] }, ['wanted']],
    [{ wanted: { level: null } }, ['wanted.level']],
    [{ wanted: { level: '90' } }, ['wanted.level']],
    [
      { wanted: { bond: 0, level: 91, goal: 1 }, other: 1 },
      ['wanted.level', 'wanted.bond', 'wanted.goal', 'other'],
    ],
    [{ ...WANTED, studentUid: '10010' }, ['studentUid']],
    [{ ...WANTED, priority: 10_000 }, ['priority']],
    [{ ...WANTED, priority: -1 }, ['priority']],
    [{ ...WANTED, priority: null }, ['priority']],
    [{ ...WANTED, isPaused: 1 }, ['isPaused']],
    [{ ...WANTED, note: 'n'.repeat(501) }, ['note']],
    [{ ...WANTED, note: 'a\0b' }, ['note']],
    [{ ...WANTED, note: '\ud800' }, ['note']],
    [
      { wanted: { tier: 0 }, note: '\0', priority: '1', labels: [' '] },
      ['wanted.tier', 'labels.0', 'note', 'priority'],
    ],
    [{ ...WANTED, labels: 'raid' }, ['labels']],
    [{ ...WANTED, labels: ['raid', 'ok', 'raid'] }, ['labels']],
    [{ ...WANTED, labels: Array.from({ length: 11 }, (_, i) => `${i}`) }, ['labels']],
    [{ ...WANTED, labels: ['ok', '', LONG, 5] }, ['labels.1', 'labels.2', 'labels.3']],
    [{ ...WANTED, labels: ['a\nb', ' a', 'a ', '\udfff', 'ok'] }, [0, 1, 2, 3].map((i) => `labels.${i}`)],
    [{ wanted: { tier: 4, weaponTier: 1 } }, ['wanted.tier', 'wanted.weaponTier']],
    [{ wanted: { weaponTier: 1, weaponLevel: 31 } }, ['wanted.weaponTier', 'wanted.weaponLevel']],
    [{ wanted: { weaponTier: 0, abilityHp: 1 } }, ['wanted.weaponTier', 'wanted.abilityHp']],
    [{ wanted: { bond: 2, bondExp: 14 } }, ['wanted.bondExp']],
  ];
  for (const [body, fields] of INVALID)
    test(`rejects ${JSON.stringify(body).slice(0, 60)} naming ${fields.join(', ')}`, async () => {
      const account = await service.account();
      refused(await put(account, '10010', body), 400, 'invalid_request', fields);
      assert.deepEqual(await list(account), []);
    });

  test('checks a rule only where all of its fields are wanted, and accepts every bound', async () => {
    const account = await service.account();
    for (const wanted of [
      { weaponTier: 4 },
      { weaponLevel: 60 },
      { abilityHp: 25 },
      { tier: 1, weaponLevel: 60 },
      { bondExp: 240_225 },
      { bond: 2, bondExp: 15 },
      { tier: 5, weaponTier: 1, weaponLevel: 30, abilityAtk: 25 },
    ])
      assert.deepEqual((await saved(account, '10010', { wanted })).wanted, wanted);
    const bounds = {
      labels: Array.from({ length: 10 }, (_, i) => `${i}${'🏆'.repeat(39)}`),
      note: '🏆'.repeat(500),
      priority: 9999,
    };
    assert.deepEqual(await saved(account, '10010', { ...WANTED, ...bounds }), {
      ...{ studentUid: '10010', ...WANTED, ...bounds, isPaused: false },
    });
  });
});

describe('GET /beta/goals', () => {
  test('lists all goals by priority, then UID', async () => {
    const account = await service.account();
    for (const [uid, priority] of [
      ['20000', 1],
      ['10010', 5000],
      ['10001', 5000],
      ['10000', 9999],
    ] as const)
      await saved(account, uid, { ...WANTED, priority });
    assert.deepEqual(
      (await list(account)).map(({ studentUid }: { studentUid: string }) => studentUid),
      ['20000', '10001', '10010', '10000'],
    );
  });

  test("shows no other account's goals, which it can neither change nor remove", async () => {
    const [owner, other] = [await service.account(), await service.account()];
    const goal = await saved(owner, '10010', WANTED);
    assert.deepEqual(await list(other), []);
    refused(await remove(other, '10010'), 404, 'not_found');
    await saved(other, '10010', { wanted: { level: 1 } });
    assert.deepEqual(await list(owner), [goal]);
  });
});

describe('goals in the order of checks', () => {
  test('the shape comes before the student, and the student before the rules', async () => {
    const account = await service.account();
    refused(await put(account, '99999', { wanted: {} }), 400, 'invalid_request', ['wanted']);
    refused(await put(account, '99999', { wanted: { tier: 1, weaponTier: 1 } }), 404, 'not_found');
    refused(await put(account, '%00', WANTED), 404, 'not_found');
    refused(await remove(account, '99999'), 404, 'not_found');
    refused(await remove(account, '10010'), 404, 'not_found');
  });

  test('a write needs a write key, and other methods are 404 with Allow', async () => {
    const { read, write } = await service.account();
    refused(await service.callBeta(undefined, 'PUT', '/goals/10010', WANTED), 401, 'unauthorized');
    refused(await service.callBeta(read, 'PUT', '/goals/10010', {}), 403, 'forbidden');
    refused(await service.callBeta(read, 'DELETE', '/goals/10010'), 403, 'forbidden');
    const answer = await service.callBeta(write, 'PATCH', '/goals/10010', {});
    refused(answer, 404, 'not_found');
    assert.equal(answer.headers.get('allow'), 'GET, HEAD, PUT, DELETE');
  });

  test('reading counts as a read, PUT and DELETE as writes, whatever their outcome', async () => {
    const { read, write } = await limited.account();
    const remainingAfter = async (key: string, method: string, path: string, body?: object) => {
      const { status, headers } = await limited.callBeta(key, method, path, body);
      return [status, headers.get('ratelimit')?.split(';t=')[0]];
    };
    assert.deepEqual(await remainingAfter(read, 'GET', '/goals'), [200, '"read";r=1']);
    assert.deepEqual(await remainingAfter(write, 'PUT', '/goals/10010', WANTED), [200, '"write";r=1']);
    assert.deepEqual(await remainingAfter(write, 'DELETE', '/goals/10000'), [404, '"write";r=0']);
    assert.deepEqual(await remainingAfter(write, 'PUT', '/goals/10010', {}), [429, '"write";r=0']);
    assert.deepEqual(await remainingAfter(write, 'GET', '/goals/10010'), [200, '"read";r=0']);
    assert.deepEqual(await remainingAfter(write, 'GET', '/stock'), [429, '"read";r=0']);
  });
});
