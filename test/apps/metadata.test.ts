import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveHere } from '../serve-here.ts';
import { useService } from '../use-service.ts';

const service = await useService();
const port = new URL(service.url).port;
const read = async (url: string): Promise<Record<string, unknown>> => {
  const response = await fetch(url);
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  return (await response.json()) as Record<string, unknown>;
};

test('tells how to be let in, under the name by which a client knows the server', async () => {
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
    const issuer = `http://${host}`;
    const server = await read(`${issuer}/.well-known/oauth-authorization-server`);
    assert.equal(server.issuer, issuer);
    assert.equal(server.token_endpoint, `${issuer}/oauth/token`);
    assert.deepEqual(server.code_challenge_methods_supported, ['S256']);
    assert.deepEqual(server.token_endpoint_auth_methods_supported, ['none']);
    assert.equal(server.client_id_metadata_document_supported, true);
    assert.equal(server.authorization_response_iss_parameter_supported, true);
    for (const path of ['', '/v1', '/beta', '/mcp']) {
      const resource = await read(`${issuer}/.well-known/oauth-protected-resource${path}`);
      assert.deepEqual([resource.resource, resource.authorization_servers], [issuer + path, [issuer]]);
    }
    const refused = await fetch(`${issuer}/mcp`, { method: 'POST' });
    assert.equal(refused.status, 401);
    assert.match(
      refused.headers.get('www-authenticate') ?? '',
      new RegExp(`^Bearer resource_metadata="${issuer}/\\.well-known/oauth-protected-resource/mcp", scope="`),
    );
  }
  const api = await fetch(`${service.url}/v1/me/students`);
  assert.equal(api.headers.get('www-authenticate'), 'Bearer');
});

test('without apps, or where a key could be read on the way, there is none of it', async () => {
  for (const env of [
    { ROLLBOOK_OAUTH: 'off' },
    { ROLLBOOK_PUBLIC_URL: 'http://rollbook.example' },
    { ROLLBOOK_PUBLIC_URL: 'https://rollbook.example/below' },
  ] as Record<string, string>[]) {
    const other = await serveHere({ env });
    try {
      for (const path of [
        '/.well-known/oauth-authorization-server',
        '/.well-known/oauth-protected-resource/mcp',
        '/oauth/authorize',
        '/oauth/token',
      ]) {
        const response = await fetch(other.url + path, { method: path === '/oauth/token' ? 'POST' : 'GET' });
        assert.equal(response.status, 404, path);
        assert.equal(response.headers.get('access-control-allow-origin'), null);
      }
      const host = { host: new URL(env.ROLLBOOK_PUBLIC_URL ?? other.url).host };
      const refused = await fetch(`${other.url}/mcp`, { method: 'POST', headers: host });
      assert.doesNotMatch(refused.headers.get('www-authenticate') ?? '', /resource_metadata/);
    } finally {
      await other.stop();
    }
  }
});

test('on is refused where a key could be read on the way', async () => {
  const env = { ROLLBOOK_OAUTH: 'on', ROLLBOOK_PUBLIC_URL: 'http://rollbook.example' };
  await assert.rejects(serveHere({ env }), /ROLLBOOK_OAUTH=on needs .* ROLLBOOK_PUBLIC_URL/);
});
