import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import { connectByCode, disconnect } from '../../client/connect/index.ts';
import { Rollbook } from '../../client/index.ts';
import { ConsoleBrowser, signUpPlayer } from '../console/console-browser.ts';
import { newDatabase, query } from '../database.ts';
import { serveHere } from '../serve-here.ts';
import { type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { useService } from '../use-service.ts';
import { askByCode, BEHIND_PROXY, DEVICE_GRANT, forgetVerification, postForm } from './oauth-client.ts';

const service = await useService({ env: { ROLLBOOK_SIGNUP: 'open', ...BEHIND_PROXY } });
const DAY_MS = 86_400_000;
const STUDENT = { studentUid: '10010', tier: 3, weaponTier: 0 };

/** However slow the machine is, the next question is an early one. */
const askedJustNow = () =>
  query(service.database, `UPDATE app_request SET polled_at = ${Date.now() + 60_000}`);

describe('an app that is let in by a code', () => {
  test('gets a key of what the player has allowed, which the list of keys shows', async () => {
    const { browser } = await signUpPlayer(service);
    const { user_code, poll } = await askByCode(service, 'roster:write history:read');
    assert.match(user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    assert.equal((await poll()).status, 400);
    await askedJustNow();
    assert.equal((await poll()).body.error, 'slow_down');
    const asked = await browser.ok('POST', '/apps/device', {
      userCode: user_code.toLowerCase().replace('-', ' '),
    });
    assert.deepEqual(
      [asked.kind, asked.name, asked.areas],
      ['device', 'Club bot', ['roster:write', 'history:read']],
    );
    assert.match(asked.place, /^2001:db8:/);
    await browser.ok('POST', '/apps/device/allow', { userCode: user_code, areas: ['roster:write'] });
    const { status, body, headers } = await poll();
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.token_type, body.scope, body.expires_in], ['Bearer', 'roster:write', 90 * 86_400]);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal((await service.call(body.access_token, 'POST', '/me/students', STUDENT)).status, 201);
    assert.equal((await service.callBeta(body.access_token, 'GET', '/changes')).status, 403);
    const me = (await service.callBeta(body.access_token, 'GET', '/me')).body.caller;
    assert.deepEqual([me.kind, me.name, me.areas], ['app', 'Club bot', ['roster:write']]);
    const { keys } = await browser.ok('GET', '/keys');
    assert.deepEqual(keys[0].app, { kind: 'device', isWaiting: false });
    const { groups } = await browser.ok('GET', '/history/groups');
    assert.equal(groups[0].by.name, 'Club bot');

    await browser.ok('DELETE', `/keys/${keys[0].keyId}`);
    const refused = await service.call(body.access_token, 'GET', '/me/students');
    assert.equal(refused.status, 401);
    assert.match(refused.body.error.message, /연결이 끊어졌습니다/);
    const { activity } = await browser.ok('GET', '/activity');
    const kinds = activity
      .map(({ kind }: { kind: string }) => kind)
      .filter((kind: string) => kind.startsWith('app-'));
    assert.deepEqual(kinds, ['app-disconnected', 'app-connected']);
  });

  test('ends its own connection with the client that has made it', async () => {
    const { browser } = await signUpPlayer(service);
    const { baseUrl, apiKey } = await connectByCode({
      baseUrl: service.url,
      name: 'Club bot',
      onCode: ({ userCode }) =>
        browser.ok('POST', '/apps/device/allow', { userCode, areas: ['roster:read'] }),
    });
    const { roster } = new Rollbook({ baseUrl, apiKey });
    assert.deepEqual(await roster.list(), []);
    await disconnect();
    await assert.rejects(Promise.resolve(roster.list()), { code: 'unauthorized' });
  });

  test('is told that the player refuses, or to wait longer', async () => {
    const { browser } = await signUpPlayer(service);
    const { user_code, poll } = await askByCode(service);
    assert.equal((await poll()).body.error, 'authorization_pending');
    await askedJustNow();
    assert.match((await poll()).body.error_description, /every 10 seconds/);
    await browser.ok('POST', '/apps/device/deny', { userCode: user_code });
    assert.equal((await poll()).body.error, 'access_denied');
    for (const [path, body] of [
      ['', {}],
      ['/deny', {}],
      ['/allow', { areas: ['roster:read'] }],
    ] as const)
      assert.equal(
        (await browser.call('POST', `/apps/device${path}`, { userCode: user_code, ...body })).status,
        404,
      );
    assert.equal((await browser.ok('GET', '/keys')).keys.length, 0);
  });

  test('is not told apart from an unknown code by another client or a wrong code', async () => {
    const { device_code, poll } = await askByCode(service);
    for (const changes of [
      { client_id: 'another' },
      { device_code: `${device_code.slice(0, -1)}${device_code.endsWith('A') ? 'B' : 'A'}` },
      { device_code: 'BCDFGHJK' },
      { device_code: '' },
    ])
      assert.ok(['invalid_grant', 'invalid_request'].includes((await poll(changes)).body.error));
  });

  test('gets its key once: a second use of the code ends it', async () => {
    const { browser } = await signUpPlayer(service);
    const { user_code, poll } = await askByCode(service);
    await browser.ok('POST', '/apps/device/allow', { userCode: user_code, areas: ['roster:read'] });
    const { body } = await poll();
    assert.equal((await service.call(body.access_token, 'GET', '/me/students')).status, 200);
    assert.equal((await poll()).body.error, 'invalid_grant');
    assert.equal((await service.call(body.access_token, 'GET', '/me/students')).status, 401);
  });

  test('gets nothing if the player disconnects it before it fetched the key', async () => {
    const { browser } = await signUpPlayer(service);
    const { user_code, poll } = await askByCode(service);
    await browser.ok('POST', '/apps/device/allow', { userCode: user_code, areas: ['roster:read'] });
    const { keys } = await browser.ok('GET', '/keys');
    assert.deepEqual(keys[0].app, { kind: 'device', isWaiting: true });
    await browser.ok('DELETE', `/keys/${keys[0].keyId}`);
    assert.equal((await poll()).body.error, 'invalid_grant');
  });

  test('gets no more than it asked for', async () => {
    const { browser } = await signUpPlayer(service);
    const { user_code, poll } = await askByCode(service, 'plan:write unknown openid');
    const allow = (areas: string[]) =>
      browser.call('POST', '/apps/device/allow', { userCode: user_code, areas });
    for (const areas of [['roster:write'], ['plan:write', 'history:read'], [], ['everything']])
      assert.equal((await allow(areas)).status, 400, areas.join());
    const asked = await browser.ok('POST', '/apps/device', { userCode: user_code });
    assert.deepEqual(asked.areas, ['roster:read', 'plan:write']);
    assert.equal((await allow(['plan:read'])).status, 200);
    const { body } = await poll();
    assert.equal(body.scope, 'roster:read plan:read');
    const [listed] = (await browser.ok('GET', '/keys')).keys;
    assert.deepEqual(listed.areas, ['roster:read', 'plan:read']);
    assert.equal((await service.call(body.access_token, 'GET', '/me/students')).status, 200);
    const refused = await service.callBeta(body.access_token, 'PATCH', '/stock', { items: {} });
    assert.equal(refused.status, 403);
    assert.match(refused.body.error.message, /`plan:write`/);
  });

  test('shows a name as what it is', async () => {
    const { browser } = await signUpPlayer(service);
    const { user_code } = await askByCode(service, 'roster:read', 'Rоllbook');
    assert.equal((await browser.ok('POST', '/apps/device', { userCode: user_code })).name, 'R⟨U+043E⟩llbook');
    for (const form of [
      { client_id: 'a\u0000b' },
      { client_id: 'x'.repeat(201) },
      { client_id: 'bot', client_name: '\u2800' },
    ])
      assert.equal((await postForm(service, 'device', form)).body.error, 'invalid_request');
    const long = await askByCode(service, 'roster:read', '\u{e0041}a'.repeat(100));
    await browser.ok('POST', '/apps/device', { userCode: long.user_code });
  });

  test('of which a page asks in its visitor’s browser is shown with the host of the page', async () => {
    const { browser } = await signUpPlayer(service);
    const form = { client_id: 'rollbook-cli' };
    const { body } = await postForm(service, 'device', form, { origin: 'https://evil.example' });
    const { place } = await browser.ok('POST', '/apps/device', { userCode: body.user_code });
    assert.match(place, /^evil\.example, /);
  });

  test('is let in once, however often the player agrees at once', async () => {
    const { browser } = await signUpPlayer(service);
    const { user_code, poll } = await askByCode(service);
    const allow = () =>
      browser.call('POST', '/apps/device/allow', { userCode: user_code, areas: ['roster:read'] });
    const statuses = (await Promise.all([allow(), allow(), allow()])).map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 404, 404]);
    assert.equal((await poll()).status, 200);
    assert.equal((await browser.ok('GET', '/keys')).keys.length, 1);
  });

  test('is let in only if the player has confirmed with a passkey lately, whatever it asks for', async () => {
    const { browser, accountId } = await signUpPlayer(service);
    await forgetVerification(service, accountId);
    const { user_code, poll } = await askByCode(service);
    const allow = () =>
      browser.call('POST', '/apps/device/allow', { userCode: user_code, areas: ['roster:read'] });
    const refused = await allow();
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'verification_required']);
    assert.equal((await poll()).body.error, 'authorization_pending');
    assert.equal((await browser.verify()).status, 200);
    assert.equal((await allow()).status, 200);
    const signedOut = await browser.call(
      'POST',
      '/apps/device',
      { userCode: user_code },
      { cookie: undefined },
    );
    assert.equal(signedOut.status, 401);
  });

  test('is none where a clock that was wrong has set when it was asked for', async () => {
    const { browser } = await signUpPlayer(service);
    const { user_code, poll } = await askByCode(service);
    const shift = (column: string) =>
      query(
        service.database,
        `UPDATE app_request SET ${column} = ${column} + ${90 * DAY_MS} WHERE digest = ?`,
        [hash('sha256', user_code.replace('-', ''), 'hex')],
      );
    assert.equal((await poll()).body.error, 'authorization_pending');
    await shift('polled_at');
    assert.equal((await poll()).body.error, 'authorization_pending', 'a look in the future is none');
    await shift('expires_at');
    await shift('asked_at');
    const allow = () =>
      browser.call('POST', '/apps/device/allow', { userCode: user_code, areas: ['roster:read'] });
    assert.equal((await allow()).status, 404);
    assert.equal((await poll()).body.error, 'expired_token');
  });

  test('is disconnected after 90 days without use, and after a year', async () => {
    const { browser, accountId } = await signUpPlayer(service);
    const { user_code, poll } = await askByCode(service);
    await browser.ok('POST', '/apps/device/allow', { userCode: user_code, areas: ['roster:read'] });
    const { access_token: key } = (await poll()).body;
    const expiry = async () => Date.parse((await browser.ok('GET', '/keys')).keys[0].expiresAt);
    const use = async () => (await service.call(key, 'GET', '/me/students')).status;
    const shift = (column: string, days: number) =>
      query(
        service.database,
        `UPDATE api_key SET ${column} = ${column} - ${days * DAY_MS} WHERE account_id = ?`,
        [accountId],
      );
    await shift('expires_at', 80);
    assert.equal(await use(), 200);
    await until('the expiry moves', async () => (await expiry()) > Date.now() + 89 * DAY_MS);
    // A use in the future, by a clock that was wrong, is none.
    await shift('last_used_at', -90);
    await shift('expires_at', -90);
    assert.equal(await use(), 200);
    await until('the expiry is put right', async () => (await expiry()) < Date.now() + 91 * DAY_MS);
    await shift('renewable_until', 360);
    await query(service.database, 'UPDATE api_key SET last_used_at = 1 WHERE account_id = ?', [accountId]);
    assert.equal(await use(), 200);
    await until('it stays within the year', async () => (await expiry()) < Date.now() + 6 * DAY_MS);
    await shift('expires_at', 6);
    assert.equal(await use(), 401);
    assert.equal(await use(), 401);
    assert.ok((await expiry()) < Date.now());
  });
});

test('codes of one address and of one /48 are few, and guesses are counted', async () => {
  const other = await serveHere({ env: { ROLLBOOK_SIGNUP: 'open', ...BEHIND_PROXY } });
  try {
    const { browser } = await signUpPlayer(other);
    const from = { 'x-forwarded-for': '192.0.2.1' };
    for (let i = 0; i < 20; i += 1)
      assert.equal((await postForm(other, 'device', { client_id: 'bot' }, from)).status, 200);
    const { status, headers, body } = await postForm(other, 'device', { client_id: 'bot' }, from);
    assert.deepEqual([status, body.error], [429, 'temporarily_unavailable']);
    assert.ok(Number(headers.get('retry-after')) > 0);
    // The networks of one /48 together: 25 times 20 would be all that there are.
    const ask = async (address: string) =>
      (await postForm(other, 'device', { client_id: 'bot' }, { 'x-forwarded-for': address })).status;
    const answers: number[] = [];
    for (let network = 0; network < 25; network += 1)
      for (let i = 0; i < 20; i += 1) answers.push(await ask(`2001:db8:1:${network.toString(16)}::${i}`));
    assert.equal(answers.filter((status) => status === 200).length, 160);
    assert.deepEqual([await ask('2001:db8:1:ffff::1'), await ask('2001:db8:2::1')], [429, 200]);
    const guess = async () => (await browser.call('POST', '/apps/device', { userCode: 'BCDF-GHJK' })).status;
    const statuses = new Set<number>();
    for (let i = 0; i < 101; i += 1) statuses.add(await guess());
    assert.deepEqual([...statuses], [404, 429]);
  } finally {
    await other.stop();
  }
});

test('a code survives a restart of the server at each step', async () => {
  const { address, remove } = await newDatabase();
  const withService = async <Result>(run: (service: Service) => Promise<Result>): Promise<Result> => {
    const started = await startService({
      database: address,
      env: { ROLLBOOK_SIGNUP: 'open', ...BEHIND_PROXY },
    });
    try {
      return await run(started);
    } finally {
      await started.stop('SIGKILL');
    }
  };
  try {
    const asked = await withService(async (started) => {
      const { browser } = await signUpPlayer(started);
      return { ...(await askByCode(started)), cookie: browser.cookie };
    });
    await withService((started) => {
      const browser = new ConsoleBrowser(started);
      browser.cookie = asked.cookie;
      return browser.ok('POST', '/apps/device/allow', { userCode: asked.user_code, areas: ['roster:read'] });
    });
    const form = { grant_type: DEVICE_GRANT, device_code: asked.device_code, client_id: 'bot' };
    const key = await withService(
      async (started) => (await postForm(started, 'token', form)).body.access_token,
    );
    await withService(async (started) => {
      assert.equal((await started.call(key, 'GET', '/me/students')).status, 200);
      assert.equal((await postForm(started, 'revoke', { token: key })).status, 200);
      assert.equal((await started.call(key, 'GET', '/me/students')).status, 401);
    });
  } finally {
    await remove();
  }
});

test('each step may be answered by another instance', async () => {
  const { address, remove } = await newDatabase();
  const start = () => startService({ database: address, env: { ROLLBOOK_SIGNUP: 'open', ...BEHIND_PROXY } });
  const services = [await start(), await start()];
  try {
    const [first, second] = services as [Service, Service];
    const { browser } = await signUpPlayer(first);
    const elsewhere = new ConsoleBrowser(second);
    elsewhere.cookie = browser.cookie;
    const { user_code, device_code } = await askByCode(first);
    await elsewhere.ok('POST', '/apps/device/allow', { userCode: user_code, areas: ['roster:read'] });
    const form = { grant_type: DEVICE_GRANT, device_code, client_id: 'bot' };
    const { access_token: key } = (await postForm(first, 'token', form)).body;
    assert.equal((await second.call(key, 'GET', '/me/students')).status, 200);
    // A second use ends the key everywhere.
    assert.equal((await postForm(second, 'token', form)).body.error, 'invalid_grant');
    for (const one of services) assert.equal((await one.call(key, 'GET', '/me/students')).status, 401);
  } finally {
    await Promise.all(services.map((one) => one.stop()));
    await remove();
  }
});

test('a key that was made by hand is not ended by /oauth/revoke', async () => {
  const account = await service.account();
  for (const token of [account.read, 'unknown', `${account.read}x`])
    assert.equal((await postForm(service, 'revoke', { token })).status, 200);
  assert.equal((await service.call(account.read, 'GET', '/me/students')).status, 200);
});
