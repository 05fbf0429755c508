import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answer, startService } from '../service.ts';
import { useProcess } from '../use-service.ts';
import { refused } from './error-response.ts';
import { exchange, requestText } from './raw-connection.ts';
import { issueKey, writer } from './writer.ts';

const READS = 9;
const WRITES = 12;
const service = await useProcess({
  env: { ROLLBOOK_READ_LIMIT: `${READS}`, ROLLBOOK_WRITE_LIMIT: `${WRITES}` },
});

const POLICY = { read: `"read";q=${READS};w=60`, write: `"write";q=${WRITES};w=600` };
const SECONDS = { read: 60, write: 600 };

/** The remaining requests and the seconds until the window ends, from the RateLimit header. */
function readRateLimit(answer: Answer, policy: 'read' | 'write'): { r: number; t: number } {
  assert.equal(answer.headers.get('ratelimit-policy'), POLICY[policy], answer.text);
  const [, r, t] =
    new RegExp(`^"${policy}";r=(\\d+);t=(\\d+)$`).exec(answer.headers.get('ratelimit') ?? '') ?? [];
  assert.ok(r !== undefined, answer.headers.get('ratelimit') ?? 'no RateLimit');
  const seconds = Number(t);
  assert.ok(seconds >= 1 && seconds <= SECONDS[policy], `${t}`);
  return { r: Number(r), t: seconds };
}

function assertUncounted(answer: Answer) {
  assert.equal(answer.headers.get('ratelimit'), null, answer.text);
  assert.equal(answer.headers.get('ratelimit-policy'), null);
  assert.equal(answer.headers.get('retry-after'), null);
}

function assertRateLimited(answer: Answer, policy: 'read' | 'write') {
  refused(answer, 429, 'rate_limited');
  const { r, t } = readRateLimit(answer, policy);
  assert.equal(r, 0);
  const wait = answer.headers.get('retry-after') ?? '';
  assert.match(wait, /^[1-9]\d*$/);
  assert.equal(Number(wait), t);
}

const registration = (studentUid: string) => ({ studentUid, tier: 3, weaponTier: 0 });

describe('a request counts against a limit once its key and permission are accepted', {
  concurrency: 3,
}, () => {
  test('counts every read with any key and any status, then answers 429', async () => {
    const { id, key } = await writer(service);
    const read = await issueKey(service, id, 'read');
    const rows: [key: string, path: string, status: number][] = [
      [read, '/me/students', 200],
      [key, '/me/students', 200],
      [key, '/students?query=a', 200],
      [read, '/students', 400],
      [key, '/me/students?limit=0', 400],
      [read, '/me/students/10000', 404],
      [key, '/me/students/99999', 404],
      [key, '/me/students/%ff', 404],
      [read, '/students?query=zzzz', 200],
    ];
    assert.equal(rows.length, READS);
    for (const [index, [apiKey, path, status]] of rows.entries()) {
      const answer = await service.call(apiKey, 'GET', path);
      assert.equal(answer.status, status, answer.text);
      const { r, t } = readRateLimit(answer, 'read');
      assert.equal(r, READS - 1 - index, path);
      if (index === 0) assert.equal(t, 60);
      assert.equal(answer.headers.get('retry-after'), null);
    }
    for (const apiKey of [read, key, key]) {
      assertRateLimited(await service.call(apiKey, 'GET', '/me/students'), 'read');
      assertRateLimited(await service.call(apiKey, 'GET', '/students'), 'read');
      assertRateLimited(await service.call(apiKey, 'GET', '/me/students/99999'), 'read');
    }
    const { r } = readRateLimit(
      await service.call(key, 'POST', '/me/students', registration('10000')),
      'write',
    );
    assert.equal(r, WRITES - 1);
  });

  test('counts every write with any key and any status, then answers 429', async () => {
    const { id, key } = await writer(service);
    const second = await issueKey(service, id, 'write');
    const rows: [key: string, method: string, path: string, body: unknown, status: number][] = [
      [key, 'POST', '/me/students', registration('10000'), 201],
      [second, 'POST', '/me/students', registration('10000'), 409],
      [key, 'POST', '/me/students', registration('99999'), 404],
      [second, 'POST', '/me/students', '{', 400],
      [key, 'POST', '/me/students', ' '.repeat(1_048_577), 400],
      [second, 'POST', '/me/students', { ...registration('10001'), weaponTier: 1 }, 400],
      [key, 'PATCH', '/me/students/10000', { level: 5 }, 200],
      [second, 'PATCH', '/me/students/10001', '{', 404],
      [key, 'PATCH', '/me/students/10000', {}, 400],
      [second, 'PATCH', '/me/students/99999', { level: 5 }, 404],
      [key, 'DELETE', '/me/students/10001', undefined, 404],
      [second, 'DELETE', '/me/students/10000', undefined, 200],
    ];
    assert.equal(rows.length, WRITES);
    for (const [index, [apiKey, method, path, body, status]] of rows.entries()) {
      const answer = await service.call(apiKey, method, path, body);
      assert.equal(answer.status, status, answer.text);
      const { r, t } = readRateLimit(answer, 'write');
      assert.equal(r, WRITES - 1 - index, `${method} ${path}`);
      if (index === 0) assert.equal(t, 600);
    }
    for (const apiKey of [key, second]) {
      assertRateLimited(await service.call(apiKey, 'POST', '/me/students', registration('10000')), 'write');
      assertRateLimited(await service.call(apiKey, 'PATCH', '/me/students/10000', '{'), 'write');
      assertRateLimited(await service.call(apiKey, 'DELETE', '/me/students/10000'), 'write');
    }
    const read = await service.call(second, 'GET', '/me/students');
    assert.deepEqual(read.body.students, []);
    assert.equal(readRateLimit(read, 'read').r, READS - 1);
  });

  test('does not count requests with a wrong path, method, key or permission, a suspended account or malformed HTTP', async () => {
    const { id, key } = await writer(service);
    const read = await issueKey(service, id, 'read');
    assert.equal(readRateLimit(await service.call(key, 'GET', '/me/students'), 'read').r, READS - 1);
    assert.equal(
      readRateLimit(await service.call(key, 'DELETE', '/me/students/10000'), 'write').r,
      WRITES - 1,
    );

    assertUncounted(await service.call(key, 'GET', '/nowhere'));
    assertUncounted(await service.call(key, 'PUT', '/me/students/10000', {}));
    assertUncounted(await service.call(key, 'HEAD', '/me/students'));
    assertUncounted(await service.call(`${key}x`, 'GET', '/me/students'));
    assertUncounted(await service.call(undefined, 'DELETE', '/me/students/10000'));
    for (const [method, path] of [
      ['POST', '/me/students'],
      ['PATCH', '/me/students/10000'],
      ['DELETE', '/me/students/10000'],
    ] as const) {
      const answer = await service.call(read, method, path, method === 'DELETE' ? undefined : {});
      refused(answer, 403, 'forbidden');
      assertUncounted(answer);
    }
    const unexpected = await exchange(
      service.url,
      requestText('GET', '/v1/me/students', { Authorization: `Bearer ${key}`, Expect: 'the-unexpected' }),
    );
    refused(unexpected, 400, 'invalid_request');
    assertUncounted(unexpected);
    await service.command('account', 'suspend', id);
    for (const method of ['GET', 'DELETE']) {
      const answer = await service.call(key, method, '/me/students/10000');
      refused(answer, 403, 'forbidden');
      assertUncounted(answer);
    }
    await service.command('account', 'activate', id);

    assert.equal(readRateLimit(await service.call(key, 'GET', '/me/students'), 'read').r, READS - 2);
    assert.equal(
      readRateLimit(await service.call(key, 'DELETE', '/me/students/10000'), 'write').r,
      WRITES - 2,
    );
  });
});

describe('a rate limit', { concurrency: 3 }, () => {
  test('accepts exactly as many concurrent requests as the limit', async () => {
    const { key } = await writer(service);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => service.call(key, 'GET', '/me/students')),
    );
    const passed = answers.filter((answer) => answer.status === 200);
    assert.deepEqual(
      passed.map((answer) => readRateLimit(answer, 'read').r).sort((a, b) => a - b),
      Array.from({ length: READS }, (_, index) => index),
    );
    for (const answer of answers) if (answer.status !== 200) assertRateLimited(answer, 'read');

    const writes = await Promise.all(
      Array.from({ length: 30 }, () => service.call(key, 'DELETE', '/me/students/10000')),
    );
    assert.equal(writes.filter((answer) => answer.status === 404).length, WRITES);
    assert.equal(writes.filter((answer) => answer.status === 429).length, 30 - WRITES);
  });

  test('counts each account separately', async () => {
    const [one, two] = await Promise.all([writer(service), writer(service)]);
    for (let index = 0; index < READS; index++) await service.call(one.key, 'GET', '/me/students');
    assertRateLimited(await service.call(one.key, 'GET', '/me/students'), 'read');
    assert.equal(readRateLimit(await service.call(two.key, 'GET', '/me/students'), 'read').r, READS - 1);
  });

  test('does not start a new window for another key or a rejected request', async () => {
    const { id, key } = await writer(service);
    for (let index = 0; index < READS; index++) await service.call(key, 'GET', '/me/students');
    const first = await service.call(key, 'GET', '/me/students');
    assertRateLimited(first, 'read');
    const later = await service.call(await issueKey(service, id, 'read'), 'GET', '/me/students');
    assertRateLimited(later, 'read');
    assert.ok(readRateLimit(later, 'read').t <= readRateLimit(first, 'read').t);
  });
});

test('sets both limits with flags of serve', async () => {
  const own = await startService({ args: ['--read-limit', '3', '--write-limit', '2'] });
  const { key } = await writer(own);
  const read = await own.call(key, 'GET', '/me/students');
  assert.equal(read.headers.get('ratelimit-policy'), '"read";q=3;w=60');
  assert.match(read.headers.get('ratelimit') ?? '', /^"read";r=2;t=60$/);
  const write = await own.call(key, 'DELETE', '/me/students/10000');
  assert.equal(write.headers.get('ratelimit-policy'), '"write";q=2;w=600');
  assert.match(write.headers.get('ratelimit') ?? '', /^"write";r=1;t=600$/);
});
