import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { useSharedService } from '../../use-service.ts';
import { exchange, requestText } from '../raw-connection.ts';

const service = await useSharedService();
const ORIGIN = 'https://planner.example';
const MAX_BROTLI_BYTES = 60_000;

const readData = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../data/${name}.json`), 'utf8'));
const get = (headers: Record<string, string> = {}) => fetch(`${service.url}/growth.json`, { headers });
const exchangeWith = (method: string, headers: Record<string, string> = {}) =>
  exchange(service.url, requestText(method, '/growth.json', headers), method === 'HEAD');

describe('GET /growth.json', () => {
  test('serves what growth costs, without a key', async () => {
    const response = await get();
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(response.headers.get('ratelimit'), null);
    // biome-ignore lint/suspicious/noExplicitAny: a document read as it comes
    const facts = (await response.json()) as any;
    assert.deepEqual(Object.keys(facts), ['note', 'costs', 'students', 'items', 'labels']);
    assert.equal(Object.keys(facts.students).length, readData('students').length);
    assert.deepEqual(facts.students['10010'].ex, readData('student-growth')['10010'].ex);
    assert.deepEqual(facts.costs.level.exp, readData('growth-costs').level.exp);
    assert.deepEqual(facts.items['3040'].names, readData('items')['3040'].names);
  });

  test('is at most 60 kB in Brotli, with a strong ETag, which is answered 304', async () => {
    const response = await get({ 'accept-encoding': 'br' });
    assert.equal(response.headers.get('content-encoding'), 'br');
    const length = Number(response.headers.get('content-length'));
    assert.ok(length > 0 && length <= MAX_BROTLI_BYTES, `${length}`);
    assert.equal(response.headers.get('cache-control'), 'public, max-age=300');
    const etag = response.headers.get('etag') ?? '';
    assert.match(etag, /^"[^"]+"$/);
    const known = await get({ 'accept-encoding': 'br', 'if-none-match': etag });
    assert.deepEqual([known.status, await known.text()], [304, '']);
  });

  test('answers HEAD with the headers of GET, and the date of the catalogue', async () => {
    const [head, got] = await Promise.all(['HEAD', 'GET'].map((method) => exchangeWith(method)));
    assert.deepEqual([head?.status, head?.text], [200, '']);
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'vary', 'last-modified'])
      assert.equal(head?.headers.get(name), got?.headers.get(name), name);
    assert.equal(got?.headers.get('last-modified'), 'Mon, 31 Aug 2026 00:00:00 GMT');
  });

  test('every origin may read it', async () => {
    const { headers } = await get({ origin: ORIGIN });
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.match(headers.get('access-control-expose-headers') ?? '', /\bETag\b/);
    const preflight = await exchangeWith('OPTIONS', {
      Origin: ORIGIN,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'if-none-match',
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
    const posted = await exchangeWith('POST', { Origin: ORIGIN });
    assert.deepEqual([posted.status, posted.headers.get('allow')], [404, 'GET, HEAD']);
  });
});
