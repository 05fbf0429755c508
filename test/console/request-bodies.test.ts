import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useService } from '../use-service.ts';
import { ConsoleBrowser, signUpPlayer } from './console-browser.ts';

const service = await useService({ env: { ROLLBOOK_SIGNUP: 'open' } });

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
