import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useSharedService } from '../use-service.ts';
import { SETTINGS, signUpWithStudents } from './use-shares.ts';

const service = await useSharedService();

test('a link is seen as strangers would see it before it exists, in a frame of the console alone', async () => {
  const { browser } = await signUpWithStudents(service);
  const open = (settings: object | string, cookie = browser.cookie) =>
    fetch(
      `${service.url}/console/api/shares/preview?${new URLSearchParams({ lang: 'en', settings: typeof settings === 'string' ? settings : JSON.stringify(settings) })}`,
      { headers: { 'sec-fetch-site': 'same-origin', ...(cookie !== undefined && { cookie }) } },
    );
  const answer = await open({ ...SETTINGS, name: '<b>보기</b>', students: ['10005'], shows: ['weapon'] });
  const text = await answer.text();
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.match(answer.headers.get('content-security-policy') ?? '', /frame-ancestors 'self'/);
  assert.match(text, /&lt;b&gt;보기/);
  assert.match(text, /Hoshino/);
  assert.doesNotMatch(text, /Aru\b|\/s\//);
  assert.deepEqual(await browser.ok('GET', '/shares'), { shares: [] });
  assert.equal((await open(SETTINGS, '')).status, 401);
  const elsewhere = await fetch(`${service.url}/console/api/shares/preview?settings={}`, {
    headers: { 'sec-fetch-site': 'cross-site', cookie: browser.cookie ?? '' },
  });
  assert.equal(elsewhere.status, 403);
  for (const settings of ['{', '[]', { ...SETTINGS, students: ['x'] }, '1'])
    assert.equal((await open(settings)).status, 400);
});
