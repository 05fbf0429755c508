import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { allowPage } from '../apps/oauth-client.ts';
import { type ConsoleBrowser, signUpPlayer } from '../console/console-browser.ts';
import { useSharedService } from '../use-service.ts';
import { GENERATIONS, type Generation, MODERN_VERSION } from './mcp-client.ts';

const service = await useSharedService();

/** What an agent's program does with the SDK: it keeps what it is given, and opens the browser. */
function createProvider(redirectUrl: string, clientMetadataUrl?: string) {
  const kept: Record<string, unknown> = {};
  let opened: URL | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl,
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    clientMetadata: {
      client_name: 'agent',
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'of the agent',
    clientInformation: () => kept.client as never,
    saveClientInformation: (client) => {
      kept.client = client;
    },
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (address) => {
      opened = address;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier as string,
    saveDiscoveryState: (state) => {
      kept.discovery = state;
    },
    discoveryState: () => kept.discovery as never,
  };
  return { provider, opened: () => opened as URL, kept };
}

const createClient = (generation: Generation) =>
  new Client(
    { name: 'agent', version: '1' },
    { versionNegotiation: { mode: generation === 'legacy' ? 'legacy' : { pin: MODERN_VERSION } } },
  );

async function connectByAddress(
  generation: Generation,
  address: string,
  { provider, opened }: ReturnType<typeof createProvider>,
  browser: ConsoleBrowser,
): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(address), { authProvider: provider });
  await assert.rejects(createClient(generation).connect(transport), UnauthorizedError);
  const sent = await fetch(opened(), { redirect: 'manual' });
  const back = await allowPage(browser, new URL(sent.headers.get('location') ?? '').search.slice(1), [
    'roster:read',
  ]);
  await transport.finishAuth(back.searchParams);
  const client = createClient(generation);
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { authProvider: provider }));
  return client;
}

for (const generation of GENERATIONS)
  for (const [how, redirect, document] of [
    [
      'with a document as its ID',
      'https://claude.ai/api/mcp/auth_callback',
      'https://claude.ai/oauth/mcp-oauth-client-metadata',
    ],
    [
      'on the computer, with a document as its ID',
      'http://127.0.0.1:33418/',
      'https://editor.example/client.json',
    ],
    ['on the computer, by registration', 'http://localhost:33418/oauth/callback', undefined],
    ['of a page, by registration', 'https://agent.example/callback', undefined],
  ] as const)
    test(`an agent ${how} connects by the address alone (${generation})`, async () => {
      const { browser } = await signUpPlayer(service);
      const address = `${service.url}/mcp`;
      const asking = createProvider(redirect, document);
      const client = await connectByAddress(generation, address, asking, browser);
      const { tools } = await client.listTools();
      assert.ok(tools.some(({ name }) => name === 'save_stock'));
      // All are offered, and one beyond what was allowed asks the player for more.
      const save = { name: 'save_stock', arguments: { items: [{ item: 'credits', count: 1 }] } };
      await assert.rejects(client.callTool(save), UnauthorizedError);
      assert.deepEqual(asking.opened().searchParams.get('scope')?.split(' '), ['roster:read', 'plan:write']);
      await client.close();
      const [{ keyId }] = (await browser.ok('GET', '/keys')).keys;
      await browser.ok('DELETE', `/keys/${keyId}`);
      const again = new StreamableHTTPClientTransport(new URL(address), { authProvider: asking.provider });
      await assert.rejects(createClient(generation).connect(again), UnauthorizedError);
    });

test('a registration keeps nothing, and takes no address that leads elsewhere', async () => {
  const register = async (metadata: unknown) => {
    const response = await fetch(`${service.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(metadata),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const { status, body } = await register({
    redirect_uris: ['http://localhost:1/a', 'http://127.0.0.1:2/b'],
  });
  assert.deepEqual([status, body.client_id], [201, 'http://localhost:1/a']);
  for (const metadata of [
    {},
    null,
    { redirect_uris: [] },
    { redirect_uris: 'https://a.example/' },
    { redirect_uris: ['http://evil.example/'] },
    { redirect_uris: ['https://a.example/?b=c'] },
    { redirect_uris: ['cursor://callback'] },
    { redirect_uris: ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'] },
    { redirect_uris: [{ toString: 1 }] },
  ])
    assert.deepEqual((await register(metadata)).body.error, 'invalid_redirect_uri', JSON.stringify(metadata));
  assert.equal((await register({ redirect_uris: ['x'.repeat(9_000)] })).body.error, 'invalid_request');
});
