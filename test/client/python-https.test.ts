import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { makeCertificate, NO_OPENSSL } from '../certificate.ts';
import { PYTHON_PATH } from '../samples.ts';
import { bareEnvironment } from '../service.ts';

const PROGRAM = `
import sys
from rollbook import Rollbook, RollbookError

rollbook = Rollbook(sys.argv[1], "key", max_retries=0, timeout=10)
try:
    print(*(rollbook.roster.get("1")["studentUid"] for _ in range(3)))
    rollbook.roster.get("silent", timeout=0.2)
except RollbookError as error:
    print(error.code, error.may_be_processed)
`;

async function run(baseUrl: string, env: Record<string, string>) {
  const { stdout } = await promisify(execFile)('python3', ['-c', PROGRAM, baseUrl], {
    env: { ...bareEnvironment(), ...PYTHON_PATH, ...env },
  });
  return stdout.trim().split('\n');
}

async function listen(t: TestContext, server: Server & { closeAllConnections: () => void }): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('the Python client checks certificates, keeps encrypted connections, and tunnels through a proxy', {
  skip: NO_OPENSSL,
}, async (t) => {
  const { certificate, key, authority, remove } = await makeCertificate();
  t.after(remove);
  const server = createServer(
    { cert: readFileSync(certificate), key: readFileSync(key) },
    (request, response) => {
      if (request.url?.endsWith('/1'))
        response.end(JSON.stringify({ studentUid: '1', tier: 3, weaponTier: 0 }));
    },
  );
  let connections = 0;
  server.on('secureConnection', () => {
    connections += 1;
  });
  const baseUrl = `https://127.0.0.1:${await listen(t, server)}/v1`;
  const trusting = { SSL_CERT_FILE: authority };

  assert.deepEqual(await run(baseUrl, {}), ['connection_failed False']);
  connections = 0;
  assert.deepEqual(await run(baseUrl, trusting), ['1 1 1', 'timeout True']);
  assert.equal(connections, 1);

  const tunnels: (string | undefined)[] = [];
  const proxy = createProxy();
  proxy.on('connect', ({ url = '', headers }, client) => {
    tunnels.push(url, headers['proxy-authorization']);
    const target = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(client).pipe(target);
    });
    target.on('error', () => client.destroy());
    client.on('error', () => target.destroy());
  });
  const https_proxy = `http://user:secret@127.0.0.1:${await listen(t, proxy)}`;
  assert.deepEqual(await run(baseUrl, { ...trusting, https_proxy }), ['1 1 1', 'timeout True']);
  assert.deepEqual(tunnels, [new URL(baseUrl).host, 'Basic dXNlcjpzZWNyZXQ=']);
});
