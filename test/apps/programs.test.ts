import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signUpPlayer } from '../console/console-browser.ts';
import { GENERATIONS, McpClient } from '../mcp/mcp-client.ts';
import { useSharedService } from '../use-service.ts';
import { allowPage, askInBrowser, postForm } from './oauth-client.ts';

const service = await useSharedService();

interface Program {
  /** Where its maker, or somebody who met it, says what it sends. */
  source: string;
  /** What it registers, or its document. */
  registers?: { client_name?: string; redirect_uris: string[]; [field: string]: unknown };
  document?: string;
  /** Where it goes back to: a port of its own, where it has one. */
  redirect: string;
  /** As the player is asked. */
  asked: { kind: string; name: string | null; claimedName: string | null };
}

const NATIVE = {
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
};
const CURSOR = {
  ...NATIVE,
  client_name: 'Cursor',
  redirect_uris: [
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'https://www.cursor.com/agents/mcp/oauth/callback',
    'http://localhost:8787/callback',
  ],
};
const CODE = {
  ...NATIVE,
  client_name: 'Visual Studio Code',
  client_uri: 'https://code.visualstudio.com',
  redirect_uris: [
    'https://insiders.vscode.dev/redirect',
    'https://vscode.dev/redirect',
    'http://127.0.0.1/',
    'http://127.0.0.1:33418/',
  ],
};
const CLAUDE = {
  ...NATIVE,
  client_name: 'Claude',
  redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
};

/** What programs send, each as it is told in public. */
const PROGRAMS: Record<string, Program> = {
  'Cursor, by its scheme': {
    source: 'github.com/erp-mafia/accounted/pull/2225',
    registers: CURSOR,
    redirect: 'cursor://anysphere.cursor-mcp/oauth/callback',
    asked: { kind: 'local', name: 'Cursor', claimedName: 'Cursor' },
  },
  'Cursor, by its site': {
    source: 'github.com/bytebase/bytebase/issues/20510',
    registers: CURSOR,
    redirect: 'https://www.cursor.com/agents/mcp/oauth/callback',
    asked: { kind: 'page', name: 'www.cursor.com', claimedName: 'Cursor' },
  },
  'Cursor, on loopback': {
    source: 'github.com/koala73/worldmonitor/pull/8305',
    registers: CURSOR,
    redirect: 'http://localhost:8787/callback',
    asked: { kind: 'local', name: null, claimedName: 'Cursor' },
  },
  'VS Code': {
    source: 'github.com/microsoft/vscode/issues/278512',
    registers: CODE,
    redirect: 'https://vscode.dev/redirect',
    asked: { kind: 'page', name: 'vscode.dev', claimedName: 'Visual Studio Code' },
  },
  'VS Code, at another port than it registered': {
    source: 'github.com/microsoft/vscode/issues/278512',
    registers: CODE,
    redirect: 'http://127.0.0.1:59656/',
    asked: { kind: 'local', name: null, claimedName: 'Visual Studio Code' },
  },
  'VS Code, by its document': {
    source: 'github.com/microsoft/vscode/issues/282472',
    document: 'https://vscode.dev/oauth/client-metadata.json',
    redirect: 'https://vscode.dev/redirect',
    asked: { kind: 'page', name: 'vscode.dev', claimedName: null },
  },
  Claude: {
    source: 'support.claude.com/en/articles/11503834',
    registers: CLAUDE,
    redirect: 'https://claude.com/api/mcp/auth_callback',
    asked: { kind: 'page', name: 'claude.com', claimedName: 'Claude' },
  },
  'Claude, by its document': {
    source: 'claude.ai/oauth/mcp-oauth-client-metadata',
    document: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    redirect: 'https://claude.ai/api/mcp/auth_callback',
    asked: { kind: 'page', name: 'claude.ai', claimedName: null },
  },
  ChatGPT: {
    source: 'developers.openai.com/apps-sdk/build/auth',
    document: 'https://chatgpt.com/oauth/client.json',
    redirect: 'https://chatgpt.com/connector_platform_oauth_redirect',
    asked: { kind: 'page', name: 'chatgpt.com', claimedName: null },
  },
  'ChatGPT, by registration': {
    source: 'developers.openai.com/apps-sdk/build/auth',
    registers: {
      ...NATIVE,
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
    },
    redirect: 'https://chatgpt.com/connector_platform_oauth_redirect',
    asked: { kind: 'page', name: 'chatgpt.com', claimedName: null },
  },
  goose: {
    source: 'github.com/aaif-goose/goose/pull/8550',
    document: 'https://goose-docs.ai/oauth/client-metadata.json',
    redirect: 'http://127.0.0.1:49152/oauth_callback',
    asked: { kind: 'local', name: null, claimedName: 'goose' },
  },
  Zed: {
    source: 'github.com/zed-industries/zed, crates/context_server/src/oauth.rs',
    document: 'https://zed.dev/oauth/client-metadata.json',
    redirect: 'http://127.0.0.1:27523/callback',
    asked: { kind: 'local', name: null, claimedName: 'Zed' },
  },
  opencode: {
    source: 'github.com/anomalyco/opencode/pull/47737',
    document: 'https://opencode.ai/oauth/opencode/client.json',
    redirect: 'http://127.0.0.1:19876/callback',
    asked: { kind: 'local', name: null, claimedName: 'opencode' },
  },
  'Gemini CLI': {
    source: 'github.com/google-gemini/gemini-cli/pull/7465',
    registers: {
      ...NATIVE,
      client_name: 'Gemini CLI MCP Client',
      redirect_uris: ['http://localhost:7777/oauth/callback'],
    },
    redirect: 'http://localhost:7777/oauth/callback',
    asked: { kind: 'local', name: null, claimedName: 'Gemini CLI MCP Client' },
  },
  'mcp-remote': {
    source: 'github.com/geelen/mcp-remote',
    registers: {
      ...NATIVE,
      client_name: 'MCP CLI Proxy',
      client_uri: 'https://github.com/modelcontextprotocol/mcp-cli',
      redirect_uris: ['http://localhost:3334/oauth/callback'],
    },
    redirect: 'http://localhost:3334/oauth/callback',
    asked: { kind: 'local', name: null, claimedName: 'MCP CLI Proxy' },
  },
};

async function register(metadata: object): Promise<{ client_id: string; redirect_uris: string[] }> {
  const response = await fetch(`${service.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  });
  const text = await response.text();
  assert.equal(response.status, 201, text);
  return JSON.parse(text);
}

/** The status and the challenge of a call, as a program meets them. */
async function callTool(key: string, name: string, args: object): Promise<[number, string]> {
  const { status, headers, body } = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    }),
  });
  await body?.cancel();
  return [status, headers.get('www-authenticate') ?? ''];
}

for (const [name, { registers, document, redirect, asked }] of Object.entries(PROGRAMS))
  for (const generation of GENERATIONS)
    test(`${name} is let in, asks for more, and is put out (${generation})`, async () => {
      const { browser } = await signUpPlayer(service);
      const answered = registers && (await register(registers));
      if (registers) assert.deepEqual(answered?.redirect_uris, registers.redirect_uris);
      const clientId = answered?.client_id ?? document ?? '';
      assert.ok(clientId.length <= 500);
      const letIn = async (scope: string) => {
        const { open, redeem } = askInBrowser(service, { clientId, redirectUri: redirect, scope });
        const query = await open();
        const { kind, name: shown, claimedName } = await browser.ok('POST', '/apps/consent', { query });
        assert.deepEqual({ kind, name: shown, claimedName }, asked);
        const back = await allowPage(browser, query, scope.split(' '));
        assert.ok(back.href.startsWith(redirect.replace(/\/$/, '')), back.href);
        const { status, body } = await redeem(back.searchParams.get('code') ?? '');
        assert.equal(status, 200, JSON.stringify(body));
        return body.access_token as string;
      };

      const first = await letIn('roster:read');
      const mcp = await McpClient.overHttp(service, first, { generation });
      // What it may not do yet is offered: it asks its player once it is wanted.
      assert.ok((await mcp.toolNames()).includes('save_stock'));
      assert.equal((await mcp.ok('list_roster')).total, 0);
      const [status, challenge] = await callTool(first, 'save_stock', { items: [] });
      assert.equal(status, 403);
      assert.match(
        challenge,
        /^Bearer error="insufficient_scope", scope="roster:read plan:write", resource_metadata="/,
      );
      const [, scope = ''] = /scope="([^"]*)"/.exec(challenge) ?? [];
      const second = await letIn(scope);
      const more = await McpClient.overHttp(service, second, { generation });
      await more.ok('save_stock', { items: [{ item: 'credits', count: 7 }] });

      assert.equal((await postForm(service, 'revoke', { token: second })).status, 200);
      const [ended, reason] = await callTool(second, 'list_roster', {});
      assert.equal(ended, 401);
      assert.match(reason, /^Bearer resource_metadata="[^"]+", scope="roster:read", error="invalid_token"$/);
    });

test('a registration has what can be served of a list, and its ID works for each address of it', async () => {
  const served = ['https://a.example/callback', 'http://127.0.0.1:1/'];
  const refused = ['myapp://callback', 'http://a.example/', 'https://a.example/?b', 'javascript:alert(1)', 7];
  const { client_id: clientId, redirect_uris: redirects } = await register({
    client_name: '나의 도구',
    redirect_uris: [...refused, ...served],
  });
  assert.deepEqual(redirects, served);
  const { browser } = await signUpPlayer(service);
  for (const redirectUri of [
    ...served,
    'http://127.0.0.1:2/',
    'https://b.example/',
    'cursor://anysphere.cursor-mcp/oauth/callback',
  ]) {
    const query = await askInBrowser(service, { clientId, redirectUri }).open();
    const { status } = await browser.call('POST', '/apps/consent', { query });
    assert.equal(
      status,
      redirectUri.startsWith('https://b') || redirectUri.startsWith('cursor') ? 400 : 200,
      redirectUri,
    );
  }
  const many = Array.from({ length: 20 }, (_, i) => `https://host-${i}.example/${'x'.repeat(60)}`);
  const long = await register({ client_name: 'x'.repeat(5_000), redirect_uris: many });
  assert.ok(long.client_id.length <= 500 && long.redirect_uris.length < 20);
  for (const redirectUri of long.redirect_uris) {
    const query = await askInBrowser(service, { clientId: long.client_id, redirectUri }).open();
    await browser.ok('POST', '/apps/consent', { query });
  }
});

test('a registration always has an address, however long its addresses and names are', async () => {
  const long = (host: string, length: number) => `https://${host}/${'x'.repeat(length)}`;
  for (const [name, redirects] of [
    ['', [long('a.example', 400), 'http://127.0.0.1/']],
    ['가'.repeat(60), [`http://127.0.0.1/${'x'.repeat(300)}`]],
    ['A', [`http://127.0.0.1/${'x'.repeat(380)}`]],
    ['A', [...Array(20).fill('myapp://x'), 'https://b.example/']],
  ] as const) {
    const { client_id: clientId, redirect_uris: served } = await register({
      client_name: name,
      redirect_uris: redirects,
    });
    assert.ok(served.length > 0 && clientId.length <= 500);
    const { browser } = await signUpPlayer(service);
    const query = await askInBrowser(service, { clientId, redirectUri: served[0] as string }).open();
    await browser.ok('POST', '/apps/consent', { query });
  }
});

test('all loopback addresses of a program without a name are served, by the first as its ID', async () => {
  const redirects = Array.from({ length: 20 }, (_, i) => `http://127.0.0.1:${40_000 + i}/oauth/callback`);
  const { client_id: clientId, redirect_uris: served } = await register({ redirect_uris: redirects });
  assert.deepEqual([clientId, served], [redirects[0], redirects]);
});

test('a batch of messages is asked for more before any of its tools runs', async () => {
  const { browser } = await signUpPlayer(service);
  const { open, redeem } = askInBrowser(service, { scope: 'roster:read' });
  const back = await allowPage(browser, await open(), ['roster:read']);
  const { access_token: key } = (await redeem(back.searchParams.get('code') ?? '')).body;
  const callOf = (id: number, name: string) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: {} },
  });
  const { status, headers } = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
    },
    body: JSON.stringify([callOf(1, 'list_roster'), callOf(2, 'save_stock')]),
  });
  assert.equal(status, 403);
  assert.match(headers.get('www-authenticate') ?? '', /^Bearer error="insufficient_scope"/);
});

test('nothing of a stranger is repeated to an app, or on the page', async () => {
  const { browser } = await signUpPlayer(service);
  const query = `${await askInBrowser(service, { scope: 'everything' }).open()}&call-me=1&call-me=2`;
  const { body } = await browser.call('POST', '/apps/consent', { query });
  assert.doesNotMatch(JSON.stringify(body), /call-me/);
});

test('a program whose request is wrong is told so where it can be', async () => {
  const { browser } = await signUpPlayer(service);
  for (const [wrong, error] of [
    [{ scope: 'everything' }, 'invalid_scope'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
  ] as const) {
    const query = await askInBrowser(service, wrong).open();
    const { status, body } = await browser.call('POST', '/apps/consent', { query });
    assert.equal(status, 400);
    const back = new URL(body.app.redirectTo);
    assert.equal(back.searchParams.get('error'), error);
    assert.equal(back.searchParams.get('state'), 'of the page');
  }
  const nowhere = await askInBrowser(service, {
    redirectUri: 'https://other.example/',
    scope: 'everything',
  }).open();
  assert.equal((await browser.call('POST', '/apps/consent', { query: nowhere })).body.app, undefined);
});

test('a key of an app is told on /beta what to ask for, on /v1 and by hand as before', async () => {
  const { browser } = await signUpPlayer(service);
  const { open, redeem } = askInBrowser(service, { scope: 'roster:read' });
  const back = await allowPage(browser, await open(), ['roster:read']);
  const { access_token: key } = (await redeem(back.searchParams.get('code') ?? '')).body;
  const challengeOf = async (path: string, authorization: string | undefined) => {
    const headers = authorization === undefined ? {} : { authorization };
    const { status, headers: answered } = await fetch(service.url.replace(/\/v1$/, '') + path, { headers });
    return [status, answered.get('www-authenticate')?.replaceAll(new URL(service.url).origin, '')];
  };
  const metadata = 'resource_metadata="/.well-known/oauth-protected-resource/beta"';
  assert.deepEqual(await challengeOf('/beta/stock', `Bearer ${key}`), [
    403,
    `Bearer error="insufficient_scope", scope="roster:read plan:read", ${metadata}`,
  ]);
  assert.deepEqual(await challengeOf('/beta/stock', undefined), [
    401,
    `Bearer ${metadata}, scope="roster:read"`,
  ]);
  assert.deepEqual(await challengeOf('/beta/stock', `Bearer ${key}x`), [
    401,
    `Bearer ${metadata}, scope="roster:read", error="invalid_token"`,
  ]);
  assert.deepEqual(await challengeOf('/v1/me/students', `Bearer ${key}x`), [401, 'Bearer']);
  const { key: narrow, apiKey } = await browser.ok('POST', '/keys', {
    name: 'by hand',
    days: 1,
    permission: 'read',
    areas: ['roster:read'],
  });
  assert.deepEqual(narrow.areas, ['roster:read']);
  assert.deepEqual(await challengeOf('/beta/stock', `Bearer ${apiKey}`), [403, undefined]);
});
