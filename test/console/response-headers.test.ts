import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONSOLE_PAGES, CONSOLE_PATH } from '../../contract/console-paths.ts';
import { serveHere } from '../serve-here.ts';
import { until } from '../until.ts';
import { useProcess } from '../use-service.ts';
import { ConsoleBrowser } from './console-browser.ts';

const service = await useProcess({ env: { ROLLBOOK_SIGNUP: 'open' } });

test('the console’s pages run only their own scripts, cannot be framed and send no referrer', async () => {
  // Behind a proxy, so that 127.0.0.1 does not lead to localhost. The headers are the same without a build.
  const proxied = await serveHere({ env: { ROLLBOOK_PUBLIC_URL: 'https://rollbook.example' } });
  for (const page of Object.values(CONSOLE_PAGES)) {
    const path = CONSOLE_PATH + page;
    const { status, headers } = await fetch(proxied.url + path);
    assert.notEqual(status, 404, path);
    const policy = headers.get('content-security-policy')?.split('; ') ?? [];
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ])
      assert.ok(policy.includes(directive), `${path}: ${directive}`);
    assert.doesNotMatch(policy.join(), /unsafe/);
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
    assert.match(headers.get('permissions-policy') ?? '', /\bcamera=\(\).*\bmicrophone=\(\)/);
  }
});

test('what other origins may read can be embedded by them, and nothing that answers to a cookie', async () => {
  const origin = { origin: 'https://tool.example' };
  for (const [path, policy] of [
    ['/catalogue.json', 'cross-origin'],
    ['/growth.json', 'cross-origin'],
    ['/docs', 'same-origin'],
    ['/docs/api', 'same-origin'],
    ['/', 'same-origin'],
    ['/portraits', 'same-origin'],
    ['/console/api/session', 'same-origin'],
    ['/console/api/roster', 'same-origin'],
  ] as const) {
    const { headers } = await fetch(service.url + path, { headers: origin });
    assert.equal(headers.get('cross-origin-resource-policy'), policy, path);
  }
});

test('a sign-out empties the cache of the browser, and not its storage', async () => {
  const browser = new ConsoleBrowser(service);
  await browser.signUp('arona');
  for (const path of ['/session', '/sessions']) {
    const { status, headers } = await browser.call('DELETE', path);
    assert.deepEqual([status, headers.get('clear-site-data')], [200, '"cache"']);
    await browser.signIn();
  }
  assert.equal((await browser.call('GET', '/session')).headers.get('clear-site-data'), null);
});

test('a name with markup is sent as JSON that browsers do not sniff or cache', async () => {
  const name = '<img src=x onerror=alert(1)></script>';
  const browser = new ConsoleBrowser(service);
  await browser.signUp(name);
  const { headers, body } = await browser.call('GET', '/session');
  assert.equal(body.account.name, name);
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('cache-control'), 'no-store');
});

test('neither a session cookie nor a token of a link or invite is logged', async () => {
  const { accountId } = await service.command('account', 'create', 'shiroko');
  const { url } = await service.command('account', 'link', accountId);
  const token = new URL(url).hash.slice(1);
  const browser = new ConsoleBrowser(service);
  await browser.ok('POST', '/enter', { token });
  const cookie = browser.cookie?.split('=')[1] ?? '';
  assert.match(cookie, /^[\w-]{56}$/);
  await browser.call('GET', `/${cookie}?token=${token}`);
  const { headers } = await browser.call('GET', '/session');
  const last = headers.get('request-id') ?? '-';
  await until('the last request is logged', () => service.stdout().includes(last));
  for (const output of [service.stdout(), service.stderr()])
    for (const secret of [cookie, token]) assert.equal(output.includes(secret), false);
});
