import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Answer, RunningService } from '../../service.ts';
import { assertBelow, until } from '../../until.ts';
import { useService } from '../../use-service.ts';
import { exchange, requestText } from '../raw-connection.ts';

const IMPORT_DEADLINE_MS = 5_000;
const CONFIGURED = 'https://app.example';
const OTHER = 'https://planner.example';

interface Entry {
  uid: string;
  names: { ko: string; ja: string; en: string };
  aliases: string[];
  otherForms?: string[];
  attributes?: Record<string, unknown>;
}
const shipped: Entry[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../data/students.json'), 'utf8'),
);
const listed = (entries: Entry[]) =>
  entries.map(({ uid, names: { ko, ja, en }, aliases, otherForms = [], attributes = {} }) => ({
    studentUid: uid,
    names: { ko, ja, en },
    aliases,
    forms: otherForms,
    attributes,
  }));

const [closed, open] = await Promise.all([
  useService({ env: { ROLLBOOK_OAUTH: 'off' } }),
  useService({ env: { ROLLBOOK_OAUTH: 'off', ROLLBOOK_CORS_ORIGINS: CONFIGURED } }),
]);

const get = (headers: Record<string, string> = {}, service = closed) =>
  fetch(`${service.url}/catalogue.json`, { headers });
const exchangeWith = (
  service: RunningService,
  method: string,
  headers: Record<string, string>,
): Promise<Answer> =>
  exchange(service.url, requestText(method, '/catalogue.json', headers), method === 'HEAD');

describe('GET /catalogue.json', () => {
  test('serves every student of the catalogue in its order, without a key', async () => {
    const response = await get();
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(response.headers.get('ratelimit'), null);
    const { version, students, labels, ...rest } = (await response.json()) as {
      version: string;
      students: { attributes: Record<string, string> }[];
      labels: Record<string, Record<string, object>>;
    };
    assert.deepEqual(rest, {});
    assert.match(version, /^[0-9a-f]{12}$/);
    assert.deepEqual(students, listed(shipped));
    assert.deepEqual(Object.keys(students[0] ?? {}), [
      'studentUid',
      'names',
      'aliases',
      'forms',
      'attributes',
    ]);
    assert.deepEqual(labels.school?.gehenna, { ko: '게헨나', ja: 'ゲヘナ', en: 'Gehenna' });
    for (const attribute of ['school', 'club', 'attack', 'armor', 'role', 'squad', 'recruit'])
      for (const { attributes } of students)
        assert.ok(labels[attribute]?.[attributes[attribute] ?? ''], `${attribute} ${attributes[attribute]}`);
  });

  test('serves the same catalogue in every accepted coding, each with its own strong ETag', async () => {
    const plain = await (await get({ 'accept-encoding': 'identity' })).text();
    const tags = new Set<string>();
    for (const [accepted, coding, decode] of [
      ['br, gzip', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['identity', undefined, (bytes: Buffer) => bytes],
    ] as const) {
      const { headers, bytes } = await getRaw(accepted);
      assert.equal(headers.get('content-encoding') ?? undefined, coding);
      assert.equal(headers.get('vary'), 'Accept-Encoding');
      assert.equal(headers.get('cache-control'), 'public, max-age=300');
      assert.equal(decode(bytes).toString(), plain);
      if (coding !== undefined) assert.ok(bytes.length <= 25_000, `${coding}: ${bytes.length}`);
      const tag = headers.get('etag') ?? '';
      assert.match(tag, /^"[^"]+"$/);
      tags.add(tag);
      const known = await get({ 'accept-encoding': accepted, 'if-none-match': tag });
      assert.deepEqual([known.status, await known.text()], [304, '']);
    }
    assert.equal(tags.size, 3);
  });

  test('answers HEAD with the headers of GET', async () => {
    const [head, got] = await Promise.all(['HEAD', 'GET'].map((method) => exchangeWith(closed, method, {})));
    assert.deepEqual([head?.status, head?.text], [200, '']);
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'vary'])
      assert.equal(head?.headers.get(name), got?.headers.get(name), name);
  });

  test('has the day of the shipped catalogue as Last-Modified', async () => {
    assert.equal((await get()).headers.get('last-modified'), 'Mon, 31 Aug 2026 00:00:00 GMT');
  });

  test('answers 404 with Allow to another method', async () => {
    const answer = await exchangeWith(closed, 'POST', { Origin: OTHER });
    assert.equal(answer.status, 404);
    assert.equal(answer.headers.get('allow'), 'GET, HEAD');
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  });
});

test('every origin may read the catalogue, and nothing else', async () => {
  for (const [service, origin] of [
    [closed, OTHER],
    [open, OTHER],
    [open, CONFIGURED],
    [open, 'null'],
  ] as const) {
    const { headers } = await get({ origin }, service);
    assert.equal(headers.get('access-control-allow-origin'), '*', origin);
    assert.match(headers.get('access-control-expose-headers') ?? '', /\bETag\b/);
    assert.equal(headers.get('vary'), 'Accept-Encoding');
    const preflight = await exchangeWith(service, 'OPTIONS', {
      Origin: origin,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'if-none-match',
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /\bIf-None-Match\b/);
    for (const path of ['/v1/openapi.json', '/v1/students', '/docs', '/healthz']) {
      const other = await fetch(service.url + path, { headers: { origin } });
      assert.notEqual(other.headers.get('access-control-allow-origin'), '*', path);
    }
  }
});

test('serves an imported catalogue within 5 s, with another version and ETag', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-catalogue-document-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'students.json');
  await assertBelow(IMPORT_DEADLINE_MS, async (attempt) => {
    const names = { ko: '새학생', ja: '新', en: 'New' };
    const added: Entry = { uid: `9000${attempt + 1}`, names, aliases: ['별명'] };
    writeFileSync(file, JSON.stringify([added, ...shipped]));
    const before = await get();
    const tag = before.headers.get('etag') ?? '';
    const { version } = (await before.json()) as { version: string };
    const startedAt = Date.now();
    await closed.command('catalogue', 'import', file);
    const commandEnded = performance.now();
    let response = before;
    const isServed = async () => {
      response = await get({ 'if-none-match': tag });
      return response.status !== 304;
    };
    await until('the import is served', isServed, { every: 50 });
    const took = performance.now() - commandEnded;
    const importedAt = Date.parse(response.headers.get('last-modified') ?? '');
    assert.ok(importedAt > startedAt - 1000 && importedAt <= Date.now(), String(importedAt));
    const after = (await response.json()) as { version: string; students: { added?: string }[] };
    assert.notEqual(after.version, version);
    const [newest, ...others] = listed([added, ...shipped]);
    const days = [startedAt, Date.now()].map((at) => new Date(at).toISOString().slice(0, 10));
    const day = after.students[0]?.added ?? '';
    assert.ok(days.includes(day), day);
    assert.deepEqual(after.students, [{ ...newest, added: day, addedGlobal: day }, ...others]);
    return took;
  });
});

/** Returns the body without decoding it. */
function getRaw(acceptEncoding: string): Promise<{ headers: Headers; bytes: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ headers: Headers; bytes: Buffer }>();
  request(`${closed.url}/catalogue.json`, { headers: { 'accept-encoding': acceptEncoding } }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk) => chunks.push(chunk));
    response.on('end', () =>
      resolve({
        headers: new Headers(response.headers as Record<string, string>),
        bytes: Buffer.concat(chunks),
      }),
    );
  })
    .on('error', reject)
    .end();
  return promise;
}
