import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useSharedService } from '../use-service.ts';
import { ConsoleBrowser } from './console-browser.ts';

/** The requests of one session in ten minutes. */
const PER_SESSION = 600;
const SESSIONS_PER_ACCOUNT = 4;

const service = await useSharedService();

async function signedUp(): Promise<ConsoleBrowser> {
  const browser = new ConsoleBrowser(service);
  await browser.signUp('arona');
  return browser;
}

/** Another session of the same account. */
async function otherSession({ authenticator }: ConsoleBrowser): Promise<ConsoleBrowser> {
  const browser = Object.assign(new ConsoleBrowser(service), { authenticator });
  assert.equal((await browser.signIn()).status, 200);
  return browser;
}

/** Sends requests that count and do nothing, a few at once, and returns their statuses. */
async function send(
  browser: ConsoleBrowser,
  count: number,
  [method, path]: readonly [string, string],
  headers: Record<string, string> = {},
): Promise<number[]> {
  const statuses: number[] = [];
  const body = method === 'GET' ? undefined : {};
  const work = async () => {
    while (count-- > 0) statuses.push((await browser.call(method, path, body, headers)).status);
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return statuses;
}

const READ = ['GET', '/me/students/nobody'] as const;
const WRITE = ['PATCH', '/me/students/nobody'] as const;

const remaining = (headers: Headers): string => headers.get('ratelimit')?.split(';t=')[0] ?? '';

test('a session that has used up its limits leaves those of the account’s other sessions alone', async () => {
  const browser = await signedUp();
  const other = await otherSession(browser);
  for (const [name, one] of [
    ['read', READ],
    ['write', WRITE],
  ] as const) {
    const statuses = await send(browser, PER_SESSION + 2, one);
    assert.equal(statuses.filter((status) => status === 429).length, 2, name);
    const { status, headers } = await other.call(one[0], one[1], name === 'read' ? undefined : {});
    assert.deepEqual([status, remaining(headers)], [404, `"${name}";r=${PER_SESSION - 1}`]);
    assert.equal(headers.get('ratelimit-policy'), `"${name}";q=${PER_SESSION};w=600`);
  }
});

test('a session that has used up its limits can still verify, revoke, remove and end sessions', async () => {
  const browser = await signedUp();
  const { key } = await browser.ok('POST', '/keys', { name: '', permission: 'read', days: 1 });
  const [laptop] = (await browser.ok('GET', '/passkeys')).passkeys;
  assert.equal((await browser.addPasskey('phone')).status, 200);
  for (const one of [READ, WRITE]) await send(browser, PER_SESSION, one);
  assert.equal((await browser.call(WRITE[0], WRITE[1], {})).status, 429);
  await browser.ok('DELETE', `/keys/${key.keyId}`);
  await browser.ok('DELETE', `/passkeys/${laptop.passkeyId}`);
  assert.equal((await browser.verify()).status, 200);
  const other = await otherSession(browser);
  await other.ok('DELETE', '/sessions');
  assert.equal((await browser.call('GET', '/keys')).status, 401);
});

test('nothing else uses up the reserve, and it ends too', async () => {
  const browser = await signedUp();
  const { status, headers } = await browser.call('POST', '/verify/options', {});
  assert.deepEqual([status, remaining(headers)], [200, '"reserve";r=99']);
  const statuses = await send(browser, 100, ['POST', '/verify/options']);
  assert.deepEqual(
    statuses.filter((status) => status !== 200),
    [429],
  );
  const refused = await browser.call('DELETE', '/session');
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limited']);
  await browser.ok('GET', '/keys');
});

test('all sessions of an account together have four times the limit of one', async () => {
  const browser = await signedUp();
  for (let i = 0; i < SESSIONS_PER_ACCOUNT; i += 1)
    await send(await otherSession(browser), PER_SESSION, WRITE);
  const { status, headers, body } = await browser.call(WRITE[0], WRITE[1], {});
  assert.deepEqual([status, headers.get('ratelimit-policy')], [429, '"write";q=2400;w=600']);
  assert.match(body.error.message, /10분에 2400번/);
  const stranger = await signedUp();
  assert.equal((await stranger.call(WRITE[0], WRITE[1], {})).status, 404);
});

test('an operation on many students counts as one write for each hundred', async () => {
  const browser = await signedUp();
  const before = await browser.call(WRITE[0], WRITE[1], {});
  assert.equal(remaining(before.headers), '"write";r=599');
  const statuses = await send(browser, 250, WRITE, { 'bulk-operation': 'import-1' });
  assert.ok(statuses.every((status) => status === 404));
  const next = await browser.call(WRITE[0], WRITE[1], {});
  assert.equal(remaining(next.headers), '"write";r=595');
  // Another operation begins a hundred of its own, and what concerns no student is no part of any.
  await send(browser, 2, WRITE, { 'bulk-operation': 'import-2' });
  await send(browser, 2, ['POST', '/activity/import'], { 'bulk-operation': 'import-2' });
  const last = await browser.call(WRITE[0], WRITE[1], {});
  assert.equal(remaining(last.headers), '"write";r=591');
});

test('a change of many goals counts as one write for each hundred, before any is saved', async () => {
  const browser = await signedUp();
  const { students } = (await (await fetch(`${service.url}/catalogue.json`)).json()) as {
    students: { studentUid: string }[];
  };
  const change = (count: number) =>
    browser.call('PATCH', '/goals', {
      goals: students
        .slice(0, count)
        .map(({ studentUid }) => ({ studentUid, goal: { wanted: { level: 90 } } })),
    });
  assert.equal(remaining((await change(100)).headers), '"write";r=599');
  assert.equal(remaining((await change(201)).headers), '"write";r=596');
  await send(browser, PER_SESSION - 6, WRITE);
  const { status, headers } = await change(201);
  assert.deepEqual([status, remaining(headers)], [429, '"write";r=0']);
  assert.equal((await browser.ok('GET', '/goals')).goals.length, 201);
});

test('an operation does not begin once the limit is used up', async () => {
  const browser = await signedUp();
  await send(browser, PER_SESSION, WRITE);
  const statuses = await send(browser, 20, WRITE, { 'bulk-operation': 'import' });
  assert.ok(statuses.every((status) => status === 429));
});
