import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../../service.ts';
import { exchange } from '../raw-connection.ts';
import { writer } from '../writer.ts';

let service: Service;
let key: string;
before(async () => {
  service = await startService({ env: { ROLLBOOK_CORS_ORIGINS: 'https://example.com' } });
  ({ key } = await writer(service));
});
after(() => service.stop());

const lines = () =>
  service
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

const PREFLIGHT = { origin: 'https://example.com', 'access-control-request-method': 'GET' };

test('logs every response once with its Request-Id and status, and no key', async () => {
  const requests: [method: string, path: string, operation: string, more?: RequestInit][] = [
    ['GET', '/v1/me/students', 'listRecruitedStudents'],
    ['GET', '/v1/students?query=secretly', 'findStudents'],
    ['POST', '/v1/me/students', 'registerRecruitedStudent', { body: '{}' }],
    ['PATCH', '/v1/me/students/10000', 'patchRecruitedStudent', { body: '{"level":1}' }],
    ['DELETE', '/v1/me/students/10000', 'deleteRecruitedStudent'],
    ['GET', '/v1/me/students', 'listRecruitedStudents', { headers: { authorization: 'Bearer no' } }],
    ['GET', '/v1/nowhere', 'unrouted'],
    ['OPTIONS', '/v1/students', 'unrouted', { headers: PREFLIGHT }],
    ['GET', '/v1/openapi.json', 'unrouted'],
    ['GET', '/docs', 'unrouted'],
    ['HEAD', '/docs', 'unrouted'],
    ['GET', '/healthz', 'unrouted'],
    ['GET', '/readyz', 'unrouted'],
  ];
  const expected: unknown[] = [];
  for (const [method, path, operation, { headers, ...more } = {}] of requests) {
    const response = await fetch(service.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...more,
    });
    await response.arrayBuffer();
    expected.push([response.headers.get('request-id'), operation, response.status]);
  }
  const malformed = await exchange(service.url, 'GARBAGE\r\n\r\n');
  expected.push([malformed.headers.get('request-id'), 'none', 400]);

  const deadline = Date.now() + 30_000;
  while (lines().length < expected.length && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(
    lines().map(({ requestId, operation, status }) => [requestId, operation, status]),
    expected,
  );
  assert.ok(!service.stdout().includes(key));
  assert.ok(!service.stdout().includes('secretly'));
});
