import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIELD_NAMES } from '../blackbox/spec-fields.ts';
import { useSharedService } from '../use-service.ts';
import { ConsoleBrowser, signUpPlayer } from './console-browser.ts';

const service = await useSharedService();

test('the length of a name is counted in code points', async () => {
  const { browser } = await signUpPlayer(service);
  const name = '🎀'.repeat(100);
  const { key } = await browser.ok('POST', '/keys', { name, permission: 'read', days: 1 });
  assert.equal(key.name, name);
});

test('a body with unknown, missing or wrong fields is answered 400 and changes nothing', async () => {
  const { browser } = await signUpPlayer(service);
  for (const [body, field] of [
    [{ name: 'x', permission: 'write' }, 'days'],
    [{ name: 'x', permission: 'admin', days: 1 }, 'permission'],
    [{ name: 'x', permission: 'write', days: 366 }, 'days'],
    [{ name: 'x', permission: 'write', days: 1.5 }, 'days'],
    [{ name: 'a\u0000b', permission: 'write', days: 1 }, 'name'],
    [{ name: 'x'.repeat(101), permission: 'write', days: 1 }, 'name'],
    [{ name: 'x', permission: 'write', days: 1, accountId: 'acc_other' }, 'accountId'],
    [[], 'body'],
  ] as const) {
    const answer = await browser.call('POST', '/keys', body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.equal(answer.body.error.fields[0].field, field);
  }
  assert.deepEqual((await browser.ok('GET', '/keys')).keys, []);
});

test('a body that is longer than any of the pages is refused before it is parsed', async () => {
  const { browser } = await signUpPlayer(service);
  const long = 'A'.repeat(65_536);
  for (const [path, body] of [
    ['/verify', { response: { response: { clientDataJSON: long } } }],
    ['/eviction', { keptPasskeys: [long] }],
    ['/me/students', { [long]: 1 }],
    ['/keys', `{"name":"${long}`],
  ] as const) {
    const answer = await browser.call('POST', path, body);
    assert.deepEqual([answer.status, answer.body.error.fields[0].field], [400, 'body'], path);
    assert.match(answer.text, /65,536자/);
  }
});

test('an answer lists at most a hundred invalid fields of many goals or items, and counts the others', async () => {
  const { browser } = await signUpPlayer(service);
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
  const wrong = Object.fromEntries([...FIELD_NAMES, ...numbers(100)].map((name) => [name, -1]));
  const goals = (goal: unknown) => numbers(300).map((i) => ({ studentUid: `${i}`, goal }));
  const items = Object.fromEntries(numbers(4_990).map((i) => [`n${i}`, 1]));
  for (const [path, body, count, first] of [
    ['/goals', { goals: goals({ wanted: wrong }) }, 300 * 120, 'goals.0.goal.wanted.tier'],
    ['/goals', { goals: goals(null) }, 300, 'goals.0.studentUid'],
    ['/goals', { goals: goals(7), ...wrong }, 300 + 120, 'goals.0.goal'],
    ['/stock', { items }, 4_990, 'items.n0'],
    ['/account', wrong, 120, '0'],
  ] as const) {
    const { status, text, body: answer } = await browser.call('PATCH', path, body);
    const { fields, message } = answer.error;
    assert.deepEqual([status, fields.length, fields.at(-1).field], [400, 100, 'body'], text.slice(0, 200));
    assert.match(fields.at(-1).message, new RegExp(` ${count - 99}개`));
    assert.match(message, new RegExp(`^${count}개`));
    assert.equal(fields[0].field, first);
    assert.ok(Buffer.byteLength(text) < 30_000, `${path} ${text.length}`);
  }
  assert.deepEqual(await browser.ok('GET', '/goals'), { goals: [] });
  assert.deepEqual(await browser.ok('GET', '/stock'), { items: {} });
});

test('hostile responses of an authenticator are answered 400 or 401', async () => {
  const browser = new ConsoleBrowser(service);
  const deep = `{"response":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`;
  for (const body of [
    { response: {} },
    { response: { id: 1 } },
    { response: { id: '__proto__', rawId: '__proto__', type: 'public-key', response: {} } },
    {
      response: {
        id: 'x',
        rawId: 'x',
        type: 'public-key',
        response: { clientDataJSON: '!!', userHandle: 7 },
      },
    },
    { response: [] },
    { response: 'x' },
    deep,
    { response: { id: { toString: 1 } } },
    `{"response":{"id":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`,
    { response: { id: '\0', rawId: '\0', type: 'public-key', response: {} } },
  ])
    for (const path of ['/sign-in', '/sign-up']) {
      const sent =
        path === '/sign-in' || typeof body === 'string' ? body : { ...body, name: 'x', passkeyName: 'y' };
      const { status } = await browser.call('POST', path, sent);
      assert.ok(status === 400 || status === 401, `${path} ${status} ${JSON.stringify(body).slice(0, 80)}`);
    }
});

test('a passkey with an ID that is too long is refused, and transports that are no words are dropped', async () => {
  for (const [idLength, transports, status] of [
    [1_023, ['internal'], 200],
    [1_024, ['internal'], 401],
    [20, [{ toString: 1 }, [[]], 7, 'usb'], 200],
  ] as const) {
    const browser = new ConsoleBrowser(service);
    browser.authenticator.idLength = idLength;
    const options = await browser.ok('POST', '/sign-up/options', { name: 'arona' });
    const { response, ...credential } = browser.authenticator.register(options);
    const sent = { ...credential, response: { ...(response as object), transports } };
    const answer = await browser.call('POST', '/sign-up', {
      name: 'arona',
      passkeyName: 'phone',
      response: sent,
    });
    assert.equal(answer.status, status, `${idLength}`);
  }
});
