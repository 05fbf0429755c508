import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINE } from '../database.ts';
import { serveHere } from '../serve-here.ts';
import { startService } from '../service.ts';
import { until } from '../until.ts';
import { useService } from '../use-service.ts';
import { look, lookJson, share, signUpWithStudents } from './use-shares.ts';

const service = await useService({ env: { ROLLBOOK_SIGNUP: 'open' } });

test('nothing that a link shows is shown again unasked, found by search engines or told to other sites', async () => {
  const { browser } = await signUpWithStudents(service);
  const { url } = await share(browser);
  for (const [suffix, caching] of [
    ['', 'no-store'],
    ['.json', 'no-cache'],
  ] as const) {
    const { headers } = await look(url + suffix, { origin: 'https://tool.example' });
    assert.equal(headers.get('cache-control'), caching);
    assert.match(headers.get('x-robots-tag') ?? '', /noindex/);
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('set-cookie'), null);
  }
  const page = await look(url);
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
  assert.match(page.text, /<meta name="?robots"? content="[^"]*noindex/);
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
});

test('a page is in the language that its reader prefers or chooses', async () => {
  const { browser } = await signUpWithStudents(service);
  const { url } = await share(browser);
  for (const [query, accepted, language, name] of [
    ['', 'ko-KR', 'ko', '호시노'],
    ['', 'en-US', 'en', 'Hoshino'],
    ['?lang=en', 'ko', 'en', 'Hoshino'],
    ['?lang=ko', 'en', 'ko', '호시노'],
  ] as const) {
    const { headers, text } = await look(url + query, { 'accept-language': accepted });
    assert.equal(headers.get('content-language'), language);
    assert.match(headers.get('vary') ?? '', /Accept-Language/);
    assert.match(text, new RegExp(`<html lang="${language}"`));
    assert.match(text, new RegExp(name));
  }
});

test('JSON has an ETag, by which a program is told that nothing has changed', async () => {
  const { browser } = await signUpWithStudents(service);
  const { url } = await share(browser, { shows: ['weapon'] });
  const { headers } = await look(`${url}.json`);
  const etag = headers.get('etag') ?? '';
  const again = await look(`${url}.json`, { 'if-none-match': etag });
  assert.deepEqual([again.status, again.text], [304, '']);
  await browser.ok('PATCH', '/me/students/10005', { tier: 5 });
  assert.equal((await look(`${url}.json`, { 'if-none-match': etag })).status, 200);
});

test('neither time nor ETag tells of a change of what is not shown, however many there are', async () => {
  const { browser } = await signUpWithStudents(service);
  const { url } = await share(browser, { shows: ['weapon'], students: ['10000', '10005'] });
  const before = await look(`${url}.json`);
  for (let level = 2; level < 90; level += 1)
    for (const bond of [20, 21, 22]) await browser.ok('PATCH', '/me/students/10000', { level, bond });
  await browser.ok('PATCH', '/me/students/10000', { level: 90, bond: 40 });
  await browser.ok('PATCH', '/me/students/20000', { tier: 5 });
  await browser.ok('DELETE', '/me/students/20000');
  const after = await look(`${url}.json`);
  assert.deepEqual([after.text, after.headers.get('etag')], [before.text, before.headers.get('etag')]);
  await browser.ok('PATCH', '/me/students/10005', { tier: 5 });
  const { updatedAt } = JSON.parse((await look(`${url}.json`)).text);
  assert.ok(updatedAt > JSON.parse(before.text).updatedAt);
});

test('HEAD has the headers of GET, and other methods are refused', async () => {
  const { browser } = await signUpWithStudents(service);
  const { url } = await share(browser);
  const head = await fetch(`${url}.json`, { method: 'HEAD' });
  assert.equal(head.status, 200);
  assert.equal(head.headers.get('etag'), (await look(`${url}.json`)).headers.get('etag'));
  const post = await fetch(url, { method: 'POST' });
  assert.deepEqual([post.status, post.headers.get('allow')], [404, 'GET, HEAD']);
});

test('the address of a link is in no log, no metric and no error', async () => {
  const logged = await startService({
    env: { ROLLBOOK_SIGNUP: 'open', ROLLBOOK_LOG_LEVEL: 'debug' },
  });
  const { browser } = await signUpWithStudents(logged);
  const { url, shareId } = await share(browser);
  const token = url.slice(-22);
  const answers = [
    await look(url),
    await look(`${url}.json?x=${token}`),
    await look(`${url}.png`),
    await look(`${url}/`),
    await look(`${url}/more`),
    await look(`${url}.xml`),
    await look(`${logged.url}/s/${token}%2F..`),
    await look(`${logged.url}//s/${token}`),
    await look(`${logged.url}/S/${token}`),
    await look(`${logged.url}/rollbook/s/${token}`),
  ];
  for (const { status, text } of answers.slice(2)) {
    assert.equal(status, 404);
    assert.ok(!text.includes(token), text.slice(0, 300));
  }
  const deleted = await fetch(url, { method: 'DELETE' });
  assert.ok(!(await deleted.text()).includes(token));
  await browser.ok('POST', `/shares/${shareId}/renew`, {});
  await until('the requests are logged', () => logged.stdout().includes('"operation":"openShare"'));
  await logged.stop();
  assert.ok(!logged.stdout().includes(token));
  assert.ok(!logged.stderr().includes(token));
});

test('views are counted for each address and each /48, whatever they ask for', async () => {
  const limited = await serveHere({
    env: { ROLLBOOK_SIGNUP: 'open', ROLLBOOK_TRUSTED_PROXIES: '127.0.0.1' },
  });
  const { browser } = await signUpWithStudents(limited);
  const { url } = await share(browser);
  const from = (address: string, target = url, headers = {}) =>
    look(target, { 'x-forwarded-for': address, ...headers });
  const token = url.slice(-22);
  const unknown = url.replace(token, token.split('').reverse().join(''));
  for (let i = 0; i < 60; i += 1) {
    assert.equal((await from('192.0.2.1')).status, 200);
    assert.equal((await from('192.0.2.1', `${unknown}.json`)).status, 404);
  }
  const { status, headers, text } = await from('192.0.2.1', `${url}.json`);
  assert.deepEqual([status, JSON.parse(text).error.code], [429, 'rate_limited']);
  assert.ok(Number(headers.get('retry-after')) > 0);
  const page = await from('192.0.2.1', url, { accept: 'text/html,*/*;q=0.8' });
  assert.deepEqual([page.status, page.headers.get('cache-control')], [429, 'no-store']);
  assert.ok(Number(page.headers.get('retry-after')) > 0);
  assert.match(page.text, /1분 뒤에 새로 고침하세요/);
  assert.equal((await from('192.0.2.2')).status, 200);
  const statuses: number[] = [];
  for (let i = 0; i < 961; i += 1)
    statuses.push((await from(`2001:db8:1:${(i % 50).toString(16)}::1`, `${unknown}.json`)).status);
  assert.deepEqual([statuses.indexOf(429), statuses.at(-1)], [960, 429]);
  assert.equal((await from('2001:db8:2::1')).status, 200);
});

test('a link that one instance has renewed or deleted is gone on the other', {
  skip: ENGINE === 'sqlite',
}, async () => {
  const other = await serveHere({ database: service.database });
  const elsewhere = (url: string) => other.url + new URL(url).pathname;
  const { browser } = await signUpWithStudents(service);
  const { url, shareId } = await share(browser);
  assert.equal((await look(elsewhere(url))).status, 200);
  const renewed = await browser.ok('POST', `/shares/${shareId}/renew`, {});
  assert.equal((await look(elsewhere(url))).status, 404);
  assert.deepEqual(await lookJson(elsewhere(renewed.url)), await lookJson(renewed.url));
  await browser.ok('DELETE', `/shares/${shareId}`);
  assert.equal((await look(elsewhere(renewed.url))).status, 404);
});
