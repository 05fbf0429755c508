import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { signUpPlayer } from '../console/console-browser.ts';
import { query } from '../database.ts';
import { useSharedService } from '../use-service.ts';
import { allowPage, askInBrowser, forgetVerification, PAGE, postForm } from './oauth-client.ts';

const service = await useSharedService();
const { origin: issuer } = new URL(service.url);
const STUDENT = { studentUid: '10010', tier: 3, weaponTier: 0 };

describe('a page that is let in', () => {
  test('comes back with a code for a key of what the player has allowed', async () => {
    const { browser } = await signUpPlayer(service);
    const { open, redeem } = askInBrowser(service, {
      scope: 'roster:write plan:read',
      resource: `${issuer}/mcp`,
    });
    const sent = await open();
    const asked = await browser.ok('POST', '/apps/consent', { query: sent });
    assert.deepEqual(
      [asked.kind, asked.name, asked.areas],
      ['page', 'planner.example', ['roster:write', 'plan:read']],
    );
    const back = await allowPage(browser, sent, ['roster:write']);
    assert.equal(back.origin + back.pathname, PAGE);
    assert.deepEqual([back.searchParams.get('state'), back.searchParams.get('iss')], ['of the page', issuer]);
    const { status, body } = await redeem(back.searchParams.get('code') ?? '');
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.scope, 'roster:write');
    const { access_token: key } = body;
    const preflighted = await service.call(key, 'POST', '/me/students', STUDENT, {
      origin: 'https://planner.example',
    });
    assert.equal(preflighted.status, 201);
    assert.equal(preflighted.headers.get('access-control-allow-origin'), '*');
    const [listed] = (await browser.ok('GET', '/keys')).keys;
    assert.deepEqual(
      [listed.name, listed.app.kind, listed.areas],
      ['planner.example', 'page', ['roster:write']],
    );
  });

  test('is told that the player refuses, and nothing else', async () => {
    const { browser } = await signUpPlayer(service);
    const sent = await askInBrowser(service).open();
    const { redirectTo } = await browser.ok('POST', '/apps/consent/deny', { query: sent });
    const back = new URL(redirectTo);
    assert.deepEqual([...back.searchParams.keys()], ['error', 'state', 'iss']);
    assert.equal(back.searchParams.get('error'), 'access_denied');
  });

  test('gets a key once, and loses it if the code is used again', async () => {
    const { browser } = await signUpPlayer(service);
    const { open, redeem } = askInBrowser(service);
    const code = (await allowPage(browser, await open(), ['roster:read'])).searchParams.get('code') ?? '';
    const { access_token: key } = (await redeem(code)).body;
    assert.equal((await service.call(key, 'GET', '/me/students')).status, 200);
    // Somebody who cannot prove to be the app changes nothing.
    assert.equal((await redeem(code, { code_verifier: 'x'.repeat(43) })).body.error, 'invalid_grant');
    assert.equal((await service.call(key, 'GET', '/me/students')).status, 200);
    assert.equal((await redeem(code)).body.error, 'invalid_grant');
    assert.equal((await service.call(key, 'GET', '/me/students')).status, 401);
  });

  test('is let in only if the player has confirmed with a passkey lately, to read too', async () => {
    const { browser, accountId } = await signUpPlayer(service);
    await forgetVerification(service, accountId);
    const body = { query: await askInBrowser(service).open(), areas: ['roster:read'] };
    const refused = await browser.call('POST', '/apps/consent/allow', body);
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'verification_required']);
    assert.equal((await browser.ok('GET', '/keys')).keys.length, 0);
    await browser.ok('POST', '/apps/consent/deny', { query: body.query });
    assert.equal((await browser.verify()).status, 200);
    await browser.ok('POST', '/apps/consent/allow', body);
  });

  test('gets nothing for a code of another verifier, client, redirect or time', async () => {
    const { browser, accountId } = await signUpPlayer(service);
    const { open, redeem } = askInBrowser(service);
    const sent = await open();
    const code = (await allowPage(browser, sent, ['roster:read'])).searchParams.get('code') ?? '';
    for (const changes of [
      { code_verifier: 'y'.repeat(43) },
      { code_verifier: '' },
      { client_id: 'https://evil.example/' },
      { redirect_uri: `${PAGE}?` },
      { code: 'unknown' },
      { code: '' },
      { grant_type: 'password' },
      { grant_type: 'refresh_token' },
      { resource: 'https://evil.example/v1' },
    ]) {
      const { status, body } = await redeem(code, changes);
      assert.equal(status, 400);
      assert.match(body.error, /^(invalid_(grant|request|target)|unsupported_grant_type)$/);
    }
    await query(service.database, 'UPDATE api_key SET expires_at = expires_at - 61000 WHERE account_id = ?', [
      accountId,
    ]);
    assert.equal((await redeem(code)).body.error, 'invalid_grant');
  });
});

test('refuses a consent request whose address, PKCE or resource is wrong', async () => {
  const { browser } = await signUpPlayer(service);
  const asks: [changes: Record<string, string>, field: string][] = [
    [{ redirectUri: 'https://evil.example/' }, 'redirect_uri'],
    [{ redirectUri: `${PAGE}?next=https://evil.example` }, 'redirect_uri'],
    [{ clientId: `${PAGE}?a=1` }, 'client_id'],
    [{ clientId: `${PAGE}#a` }, 'client_id'],
    [{ clientId: 'http://planner.example/' }, 'client_id'],
    [{ clientId: 'https://user@planner.example/' }, 'client_id'],
    [{ clientId: 'https://planner.example./' }, 'client_id'],
    [{ clientId: 'https://PLANNER.example/' }, 'client_id'],
    [{ clientId: 'https://planner.example:443/' }, 'client_id'],
    [{ clientId: 'https://plänner.example/' }, 'client_id'],
    [{ clientId: 'https://planner.example/a/../b' }, 'client_id'],
    [{ clientId: 'https://planner.example\\@evil.example/' }, 'client_id'],
    [{ clientId: 'javascript:alert(1)' }, 'client_id'],
    [{ clientId: 'planner://callback' }, 'client_id'],
    [{ clientId: 'http://localhost.evil.example/' }, 'client_id'],
    [{ clientId: 'rollbook-cli', redirectUri: PAGE }, 'redirect_uri'],
    [{ clientId: 'my-tool', redirectUri: 'http://127.0.0.1:5/' }, 'client_id'],
    [{ clientId: 'https://planner.example' }, 'client_id'],
    [{ clientId: `${service.url}/console/connections` }, 'redirect_uri'],
    [{ scope: 'everything' }, 'scope'],
    [{ response_type: 'token' }, 'response_type'],
    [{ code_challenge_method: 'plain' }, 'code_challenge_method'],
    [{ code_challenge: '' }, 'code_challenge'],
    [{ resource: 'https://evil.example/v1' }, 'resource'],
    [{ state: 'x'.repeat(2_001) }, 'state'],
  ];
  for (const [changes, field] of asks) {
    const sent = await askInBrowser(service, changes).open();
    for (const path of ['', '/allow', '/deny']) {
      const body = { query: sent, ...(path === '/allow' && { areas: ['roster:read'] }) };
      const answer = await browser.call('POST', `/apps/consent${path}`, body);
      assert.equal(answer.status, 400, `${JSON.stringify(changes)}: ${answer.text}`);
      assert.ok(
        answer.body.error.fields.some((one: { field: string }) => one.field === field),
        answer.text,
      );
    }
  }
  const twice = `${await askInBrowser(service).open()}&redirect_uri=https%3A%2F%2Fevil.example%2F`;
  assert.equal((await browser.call('POST', '/apps/consent', { query: twice })).status, 400);
  assert.equal((await browser.ok('GET', '/keys')).keys.length, 0);
});

test('a program of the computer may come back at any port, and has no name', async () => {
  const { browser } = await signUpPlayer(service);
  for (const redirectUri of [
    'http://127.0.0.1:41234/callback',
    'http://[::1]:5/',
    'http://localhost:9999/cb',
  ]) {
    const { open, redeem } = askInBrowser(service, { clientId: 'https://claimed.example/', redirectUri });
    const sent = await open();
    const asked = await browser.ok('POST', '/apps/consent', { query: sent });
    assert.deepEqual([asked.kind, asked.name], ['local', null]);
    const back = await allowPage(browser, sent, ['roster:read']);
    assert.equal(back.origin + back.pathname, redirectUri);
    assert.equal((await redeem(back.searchParams.get('code') ?? '')).status, 200);
  }
});

test('agents that are known come back at the address that is theirs', async () => {
  const { browser } = await signUpPlayer(service);
  const clientId = 'https://claude.ai/oauth/mcp-oauth-client-metadata';
  const redirectUri = 'https://claude.ai/api/mcp/auth_callback';
  const sent = await askInBrowser(service, { clientId, redirectUri }).open();
  assert.equal((await browser.ok('POST', '/apps/consent', { query: sent })).name, 'claude.ai');
  const other = await askInBrowser(service, { clientId, redirectUri: 'https://claude.ai/other' }).open();
  assert.equal((await browser.call('POST', '/apps/consent', { query: other })).status, 400);
});

test('an account has fifty apps', async () => {
  const { browser } = await signUpPlayer(service);
  const ask = async () => askInBrowser(service).open();
  for (let i = 0; i < 50; i += 1) await allowPage(browser, await ask(), ['roster:read']);
  const refused = await browser.call('POST', '/apps/consent/allow', {
    query: await ask(),
    areas: ['roster:read'],
  });
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'limit_reached']);
  const [{ keyId }] = (await browser.ok('GET', '/keys')).keys;
  await browser.ok('DELETE', `/keys/${keyId}`);
  await allowPage(browser, await ask(), ['roster:read']);
});

test('a suspended or deleted account lets nobody in', async () => {
  const { browser, accountId } = await signUpPlayer(service);
  const { open, redeem } = askInBrowser(service);
  const code = (await allowPage(browser, await open(), ['roster:read'])).searchParams.get('code') ?? '';
  await service.command('account', 'suspend', accountId);
  assert.equal((await redeem(code)).body.error, 'invalid_grant');
  assert.equal((await browser.call('POST', '/apps/consent', { query: await open() })).status, 403);
  await service.command('account', 'delete', accountId, '--yes');
  assert.equal((await redeem(code)).body.error, 'invalid_grant');
});

test('an answer needs a page of the console, and its session', async () => {
  const { browser } = await signUpPlayer(service);
  const body = { query: await askInBrowser(service).open(), areas: ['roster:read'] };
  for (const headers of [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { cookie: undefined },
  ])
    assert.ok([401, 403].includes((await browser.call('POST', '/apps/consent/allow', body, headers)).status));
  const page = await fetch(`${service.url.replace('127.0.0.1', 'localhost')}/console/consent`);
  assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  assert.equal((await browser.ok('GET', '/keys')).keys.length, 0);
});

test('refuses bodies that are no forms, and repeated parameters', async () => {
  const json = await fetch(`${service.url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  assert.deepEqual([json.status, JSON.parse(await json.text()).error], [400, 'invalid_request']);
  const twice = new URLSearchParams('client_id=a&client_id=b');
  for (const form of [twice, { client_id: 'x'.repeat(9_000) }, {}, { client_id: '' }] as Record<
    string,
    string
  >[])
    assert.equal((await postForm(service, 'device', form)).body.error, 'invalid_request');
  const elsewhere = { client_id: 'bot', resource: 'https://evil.example/' };
  assert.equal((await postForm(service, 'device', elsewhere)).body.error, 'invalid_target');
  const unknown = { client_id: 'bot', scope: 'everything' };
  assert.equal((await postForm(service, 'device', unknown)).body.error, 'invalid_scope');
});
