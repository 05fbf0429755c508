import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveHere } from '../serve-here.ts';
import { useSharedService } from '../use-service.ts';

/** What the server sends for the console to be installed. The pages do the rest: test/browser/console/app*.test.ts. */

const service = await useSharedService();

test('the worker is asked for at each start, has the console as its scope, and may connect to this server alone', async () => {
  const { status, headers } = await fetch(`${service.url}/console/worker.js`);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.equal(headers.get('cache-control'), 'no-cache');
  assert.equal(headers.get('service-worker-allowed'), '/console');
  assert.equal(headers.get('content-security-policy'), "default-src 'none'; connect-src 'self'");
  const etag = headers.get('etag') ?? '';
  const again = await fetch(`${service.url}/console/worker.js`, { headers: { 'if-none-match': etag } });
  assert.equal(again.status, 304);
});

test('the manifest has a type of its own, and is asked for again', async () => {
  const { headers, status } = await fetch(`${service.url}/console/manifest.webmanifest`);
  assert.deepEqual(
    [status, headers.get('content-type'), headers.get('cache-control')],
    [200, 'application/manifest+json', 'no-cache'],
  );
});

test('below a path prefix page and scope have the prefix, and the manifest needs none', async () => {
  const prefixed = await serveHere({ env: { ROLLBOOK_PUBLIC_URL: 'https://club.example/rollbook' } });
  const read = (path: string) => fetch(`${prefixed.url}/console${path}`);
  const page = await (await read('')).text();
  assert.match(page, /<link rel="manifest" href="\/rollbook\/console\/manifest\.webmanifest">/);
  assert.equal((await read('/worker.js')).headers.get('service-worker-allowed'), '/rollbook/console');
  const manifest = JSON.parse(await (await read('/manifest.webmanifest')).text());
  const address = new URL('https://club.example/rollbook/console/manifest.webmanifest');
  for (const name of ['start_url', 'scope'])
    assert.equal(new URL(manifest[name], address).pathname, '/rollbook/console');
  assert.equal(manifest.id, '/rollbook/console');
  for (const { url } of manifest.shortcuts)
    assert.equal(
      (await read(new URL(url, address).pathname.replace('/rollbook/console', ''))).status,
      200,
      url,
    );
  for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
    const { status, headers } = await read(`/${src}`);
    assert.deepEqual([status, headers.get('content-type')], [200, 'image/png']);
  }
});

test('no file of the build is found by another path than its own', async () => {
  for (const path of ['/assets/worker.js', '/assets/index.html', '/index.html', '/assets/'])
    assert.equal((await fetch(`${service.url}/console${path}`)).status, 404, path);
});
