import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleBaseUrl } from './public-urls.ts';

for (const [host, url] of [
  ['127.0.0.1', 'http://localhost:80'],
  ['127.1.2.3', 'http://localhost:80'],
  ['::1', 'http://localhost:80'],
  ['localhost', 'http://localhost:80'],
  ['0.0.0.0', 'http://localhost:80'],
  ['::', 'http://localhost:80'],
  ['192.168.0.9', 'http://192.168.0.9:80'],
  ['fd00::1', 'http://[fd00::1]:80'],
  ['rollbook.lan', 'http://rollbook.lan:80'],
  ['127.rollbook.example', 'http://127.rollbook.example:80'],
] as const)
  test(`the console of a server that listens on ${host} is at ${url}`, () =>
    assert.equal(consoleBaseUrl({ host, publicUrl: undefined }, 80), url));

test('the console of a server with a public address is below that address', () => {
  const config = { host: '127.0.0.1', publicUrl: 'https://rollbook.example/roster' };
  assert.equal(consoleBaseUrl(config, 80), 'https://rollbook.example/roster');
});
