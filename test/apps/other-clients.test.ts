import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as openid from 'openid-client';
import { signUpPlayer } from '../console/console-browser.ts';
import { useSharedService } from '../use-service.ts';
import { allowPage, PAGE } from './oauth-client.ts';

const service = await useSharedService();
/** Loopback has no https, which the library asks for unless it is told otherwise. */
const OPTIONS: openid.DiscoveryRequestOptions = {
  algorithm: 'oauth2',
  execute: [openid.allowInsecureRequests],
};

const discover = (clientId: string) =>
  openid.discovery(new URL(service.url), clientId, undefined, openid.None(), OPTIONS);

/** What the library makes of a browser that leaves for the server and comes back from the console. */
async function connect(config: openid.Configuration, redirectUri: string, scope: string) {
  const { browser } = await signUpPlayer(service);
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const expectedState = openid.randomState();
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    resource: `${service.url}/mcp`,
  });
  const response = await fetch(address, { redirect: 'manual' });
  const query = new URL(response.headers.get('location') ?? '').search.slice(1);
  const back = await allowPage(browser, query, scope.split(' '));
  const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState });
  return { browser, query, tokens };
}

const call = (config: openid.Configuration, token: string, path: string, body?: string) =>
  openid.fetchProtectedResource(
    config,
    token,
    new URL(service.url + path),
    body === undefined ? 'GET' : 'POST',
    body,
    new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
  );

const callTool = (name: string, args: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });

test('openid-client discovers the server, is let in as a page, calls it and ends its token', async () => {
  const config = await discover(PAGE);
  assert.equal(config.serverMetadata().issuer, service.url);
  assert.equal(config.serverMetadata().supportsPKCE(), true);
  const { tokens } = await connect(config, PAGE, 'roster:read');
  assert.equal(tokens.scope, 'roster:read');
  // The library counts down.
  const seconds = 90 * 86_400 - (tokens.expiresIn() ?? 0);
  assert.ok(seconds >= 0 && seconds < 60, `${seconds}`);
  assert.equal((await call(config, tokens.access_token, '/v1/me/students')).status, 200);
  const listed = await call(config, tokens.access_token, '/mcp', callTool('list_roster', {}));
  assert.equal(listed.status, 200);

  await openid.tokenRevocation(config, tokens.access_token);
  await assert.rejects(
    call(config, tokens.access_token, '/mcp', callTool('list_roster', {})),
    (error: openid.WWWAuthenticateChallengeError) => {
      assert.equal(error.status, 401);
      assert.equal(error.cause[0]?.parameters.error, 'invalid_token');
      return true;
    },
  );
});

test('openid-client registers, and reads what a tool needs that it has not been allowed', async () => {
  const redirectUri = 'http://127.0.0.1:49152/callback';
  const config = await openid.dynamicClientRegistration(
    new URL(service.url),
    { client_name: '나의 도구', redirect_uris: [redirectUri, 'https://a.example/callback'] },
    openid.None(),
    OPTIONS,
  );
  assert.equal(config.clientMetadata().token_endpoint_auth_method, 'none');
  const { browser, tokens } = await connect(config, redirectUri, 'roster:read');
  const { keys } = await browser.ok('GET', '/keys');
  assert.equal(keys[0].name, '나의 도구');
  await assert.rejects(
    call(config, tokens.access_token, '/mcp', callTool('save_stock', { items: [] })),
    (error: openid.WWWAuthenticateChallengeError) => {
      assert.equal(error.status, 403);
      const { error: code, scope, resource_metadata: metadata } = error.cause[0]?.parameters ?? {};
      assert.deepEqual([code, scope], ['insufficient_scope', 'roster:read plan:write']);
      assert.ok(metadata?.endsWith('/.well-known/oauth-protected-resource/mcp'));
      return true;
    },
  );
});

test('openid-client reads the refusal of a player', async () => {
  const config = await discover(PAGE);
  const { browser, query } = await connect(config, PAGE, 'roster:read');
  const { redirectTo } = await browser.ok('POST', '/apps/consent/deny', { query });
  await assert.rejects(
    openid.authorizationCodeGrant(config, new URL(redirectTo), {
      pkceCodeVerifier: openid.randomPKCECodeVerifier(),
      expectedState: new URLSearchParams(query).get('state') ?? '',
    }),
    (error: openid.AuthorizationResponseError) => {
      assert.equal(error.error, 'access_denied');
      return true;
    },
  );
});

test('openid-client is let in by a code that its player types', async () => {
  const config = await discover('club-bot');
  const device = await openid.initiateDeviceAuthorization(config, {
    client_name: 'Club bot',
    scope: 'roster:read history:read',
  });
  assert.ok(device.verification_uri.endsWith('/console/device'));
  const { browser } = await signUpPlayer(service);
  await browser.ok('POST', '/apps/device/allow', {
    userCode: device.user_code,
    areas: ['roster:read', 'history:read'],
  });
  // The player has answered already: there is nothing to wait for.
  const tokens = await openid.pollDeviceAuthorizationGrant(config, { ...device, interval: 0 });
  assert.equal(tokens.scope, 'roster:read history:read');
  assert.equal((await call(config, tokens.access_token, '/beta/changes')).status, 200);
});
