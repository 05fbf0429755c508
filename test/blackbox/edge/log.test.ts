import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { newDatabase, query } from '../../database.ts';
import { type Service, startService } from '../../service.ts';
import { until } from '../../until.ts';
import { useProcess } from '../../use-service.ts';
import { exchange, requestText } from '../raw-connection.ts';
import { writer } from '../writer.ts';

const service = await useProcess({ env: { ROLLBOOK_CORS_ORIGINS: 'https://example.com' } });
const { key } = await writer(service);

const linesOf = ({ stdout }: Service) =>
  stdout()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
const requestLines = () => linesOf(service).filter(({ requestId }) => requestId !== undefined);

const PREFLIGHT = { origin: 'https://example.com', 'access-control-request-method': 'GET' };

test('logs a response with its Request-Id and status, and no key', async () => {
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
  const head = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'transfer-encoding': 'chunked',
  };
  const broken = await exchange(service.url, requestText('POST', '/v1/me/students', head, 'zz\r\n'));
  expected.push([broken.headers.get('request-id'), 'registerRecruitedStudent', 400]);

  await until('every response is logged', () => requestLines().length >= expected.length);
  assert.deepEqual(
    requestLines().map(({ requestId, operation, status }) => [requestId, operation, status]),
    expected,
  );
  assert.ok(!service.stdout().includes(key));
  assert.ok(!service.stdout().includes('secretly'));
});

test('logs a flood of refusals once a second for each caller and status, with the number of those left out', async () => {
  const flooded = await startService({ env: { ROLLBOOK_READ_LIMIT: '1' } });
  const { read } = await flooded.account();
  const { read: other } = await flooded.account();
  const count = 200;
  const startedAt = performance.now();
  const floods: [status: number, path: string, key: string][] = [
    [429, '/v1/me/students', read],
    [429, '/v1/me/students', other],
    [403, '/v1/me/students/10000', read],
    [401, '/v1/me/students', 'no'],
    [404, '/v1/nowhere', read],
  ];
  for (const key of [read, other]) await flooded.call(key, 'GET', '/me/students');
  for (const [status, path, key] of floods)
    for (let i = 0; i < count; i += 1) {
      const headers = { authorization: `Bearer ${key}` };
      const response = await fetch(flooded.url + path, {
        method: status === 403 ? 'DELETE' : 'GET',
        headers,
      });
      await response.arrayBuffer();
      assert.equal(response.status, status);
    }
  const closed = once(flooded.process, 'close');
  await flooded.stop();
  await closed;
  const maxLines = 2 + (performance.now() - startedAt) / 1_000;
  const refusals = linesOf(flooded).filter(({ status }) => status >= 400);
  const byCaller = Map.groupBy(refusals, ({ status, account }) => `${status} ${account}`);
  assert.equal(byCaller.size, floods.length);
  for (const [caller, lines] of byCaller) {
    assert.ok(lines.length <= maxLines, `${lines.length} lines of ${caller}`);
    assert.equal(
      lines.reduce((sum, { suppressed = 0 }) => sum + 1 + suppressed, 0),
      count,
    );
  }
});

test('serve logs the migrations that it applies, and nothing where there are none', async (t) => {
  const database = await newDatabase(undefined, { isEmpty: true });
  t.after(() => database.remove());
  const loggedMigrations: unknown[] = [];
  for (let start = 0; start < 2; start += 1) {
    const started = await startService({ database: database.address });
    const closed = once(started.process, 'close');
    await started.stop();
    await closed;
    const lines = linesOf(started).filter(({ migrated }) => migrated !== undefined);
    loggedMigrations.push(lines.map(({ level, migrated }) => [level, migrated]));
  }
  const applied = await query(database.address, 'SELECT name FROM migration ORDER BY version');
  assert.deepEqual(loggedMigrations, [[['info', applied.map(({ name }) => name)]], []]);
});
