import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Answer } from '../../service.ts';
import { useSharedService } from '../../use-service.ts';
import { refused } from '../error-response.ts';
import { exchange, requestText } from '../raw-connection.ts';
import { writer } from '../writer.ts';

const service = await useSharedService();
let key: string;
before(async () => {
  ({ key } = await writer(service));
  const body = { studentUid: '10000', tier: 3, weaponTier: 0 };
  assert.equal((await service.call(key, 'POST', '/me/students', body)).status, 201);
});

const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
  exchange(service.url, requestText(method, path, headers, body), method === 'HEAD');
const authorized = () => ({ Authorization: `Bearer ${key}` });

describe('an unknown method of a known path is answered with 404 and Allow', () => {
  const paths: [path: string, allowed: string[]][] = [
    ['/v1/students', ['GET']],
    ['/v1/students?query=a', ['GET']],
    ['/v1/me/students', ['GET', 'POST']],
    ['/v1/me/students/10000', ['DELETE', 'GET', 'PATCH']],
    ['/v1/me/students/99999', ['DELETE', 'GET', 'PATCH']],
  ];
  const methods = [
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'HEAD',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'QUERY',
    'PURGE',
    'M-SEARCH',
  ];
  for (const [path, allowed] of paths) {
    for (const method of methods.filter((each) => !allowed.includes(each))) {
      test(`answers 404 with Allow to ${method} ${path}`, async () => {
        for (const headers of [{}, authorized()]) {
          const answer = await ask(method, path, headers);
          if (method === 'HEAD') assert.equal(answer.status, 404);
          else refused(answer, 404, 'not_found');
          const allow = answer.headers
            .get('allow')
            ?.split(',')
            .map((each) => each.trim());
          assert.deepEqual(allow?.sort(), allowed);
          assert.equal(answer.headers.get('ratelimit'), null);
        }
      });
    }
  }

  test('rejects a method that HTTP does not define', async () => {
    const answer = await ask('FROBNICATE', '/v1/students', authorized());
    assert.ok(answer.status === 404 || answer.status === 400, `${answer.status}`);
    refused(answer, answer.status, answer.status === 404 ? 'not_found' : 'invalid_request');
  });

  test('rejects a method in lower case', async () => {
    const answer = await ask('get', '/v1/me/students', authorized());
    assert.ok(answer.status === 404 || answer.status === 400, `${answer.status}`);
  });
});

describe('an unknown path is answered with 404, also without a key', () => {
  const paths = [
    '/v1',
    '/v1/',
    '/v1/me',
    '/v1/me/',
    '/v1/students/',
    '/v1/students/?query=a',
    '/v1/students/10000',
    '/v1/me/students/',
    '/v1/me/students/?limit=1',
    '/v1/me/students/10000/',
    '/v1/me/students/10000/bond',
    '/v1//students',
    '/v1/me//students',
    '//v1/students',
    '/v1/Students',
    '/v1/ME/students',
    '/v1/students;a=b',
    '/v1/students.json',
    '/v1/docs',
    '/v1/healthz',
    '/v1/readyz',
    '/v1/metrics',
    '/v1/openapi.json/',
    '/v1/OPENAPI.json',
    '/v1/openapi.yaml',
    '/v1/%',
    '/v1/%ff',
    '/v1/%00',
    '/v2/students',
  ];
  for (const path of paths) {
    test(`answers 404 to ${path}`, async () => {
      for (const headers of [{}, authorized()]) {
        const answer = await ask('GET', path, headers);
        refused(answer, 404, 'not_found');
        assert.equal(answer.headers.get('www-authenticate'), null);
      }
    });
  }
});

test('a path that is below the other prefix is named', async () => {
  for (const [path, there] of [
    ['/v1/me', '/beta/me'],
    ['/v1/goals/10010', '/beta/goals/10010'],
    ['/beta/students?query=a', '/v1/students'],
  ] as const) {
    const { body } = await ask('GET', path);
    assert.match(body.error.message, new RegExp(`GET ${there} 요청으로 보내십시오`), path);
  }
  assert.match((await ask('GET', '/beta/students/1')).body.error.message, /API 버전\(\/beta\)/);
});

describe('a UID in the path', () => {
  const unknown = [
    '%',
    '%zz',
    '%ff',
    '%E0%A4',
    '%C0%AF',
    '%00',
    '10000%00',
    '%0010000',
    '%2F',
    '10000%2F',
    '10000%20',
    '%2010000',
    '010000',
    '10000.0',
    '%EF%BC%91%EF%BC%90%EF%BC%90%EF%BC%90%EF%BC%90',
    '%EC%8B%9C%EB%A1%9C%EC%BD%94',
    'Aru',
    '__proto__',
    'constructor',
    '*',
    ':studentUid',
    "'%20OR%201=1--",
    '1'.repeat(101),
    '1'.repeat(6000),
  ];
  for (const uid of unknown) {
    test(`answers not_found to the UID ${uid.slice(0, 40)} in a path`, async () => {
      const path = `/v1/me/students/${uid}`;
      refused(await ask('GET', path), 401, 'unauthorized');
      for (const method of ['GET', 'DELETE']) {
        const answer = await ask(method, path, authorized());
        refused(answer, 404, 'not_found');
        assert.match(answer.headers.get('ratelimit') ?? '', /^"(read|write)";r=\d+;t=\d+$/);
      }
      const patch = await ask(
        'PATCH',
        path,
        { ...authorized(), 'Content-Type': 'application/json' },
        '{"level":5}',
      );
      refused(patch, 404, 'not_found');
      assert.equal(patch.headers.get('allow'), null);
    });
  }

  test('decodes a percent-encoded UID in a path', async () => {
    const answer = await ask('GET', '/v1/me/students/%31%30000', authorized());
    assert.equal(answer.body.studentUid, '10000');
  });
});

test('an address with letters as they are is answered with what to send instead', async () => {
  const { headers } = await ask('GET', '/v1/students', authorized());
  assert.ok(headers.has('request-id'));
  const answer = await ask('GET', '/v1/students?query=시로코', authorized());
  refused(answer, 400, 'invalid_request', ['head']);
  assert.match(answer.body.error.message, /퍼센트 인코딩.*--data-urlencode/);
});

describe('every API response has its security headers and a Request-Id', () => {
  const answers: [name: string, status: number, ask: () => Promise<Answer>][] = [
    ['a list', 200, () => ask('GET', '/v1/me/students', authorized())],
    [
      'a registration',
      201,
      () => service.call(key, 'POST', '/me/students', { studentUid: '10001', tier: 3, weaponTier: 0 }),
    ],
    ['the 400 for a missing query', 400, () => ask('GET', '/v1/students', authorized())],
    ['the 401 without a key', 401, () => ask('GET', '/v1/students')],
    ['the 404 for a path', 404, () => ask('GET', '/v1/nowhere')],
    ['the 404 for a method', 404, () => ask('PUT', '/v1/students')],
    ['the 404 for a student', 404, () => ask('GET', '/v1/me/students/%ff', authorized())],
    [
      'a second registration',
      409,
      () => service.call(key, 'POST', '/me/students', { studentUid: '10000', tier: 3, weaponTier: 0 }),
    ],
  ];
  for (const [name, status, send] of answers) {
    test(`sends all headers with ${name}`, async () => {
      const answer = await send();
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      const ids = [answer, await ask('GET', '/v1/nowhere')].map(
        ({ headers }) => headers.get('request-id') ?? '',
      );
      assert.match(ids[0] ?? '', /^[\x21-\x7e]+$/);
      assert.notEqual(ids[0], ids[1]);
      assert.equal(answer.headers.has('location'), status === 201);
      assert.equal(answer.headers.has('www-authenticate'), status === 401);
      for (const named of answer.headers.keys()) assert.doesNotMatch(named, /^access-control-/);
    });
  }
});

describe('responses under /v1 have only the documented statuses', () => {
  const KNOWN = [200, 201, 400, 401, 403, 404, 409, 429, 500, 503];
  const json = '{"studentUid":"10000","tier":3,"weaponTier":0}';
  const rows: [
    name: string,
    method: string,
    path: string,
    headers: Record<string, string>,
    expected: number[],
    body?: string,
  ][] = [
    ['Accept of another type', 'GET', '/v1/me/students', { Accept: 'text/html' }, [200]],
    ['Accept of nothing', 'GET', '/v1/me/students', { Accept: 'x/y;q=0' }, [200]],
    ['Range', 'GET', '/v1/me/students', { Range: 'bytes=0-1' }, [200]],
    ['a Range beyond the end', 'GET', '/v1/me/students', { Range: 'bytes=999999-' }, [200]],
    ['If-None-Match', 'GET', '/v1/me/students', { 'If-None-Match': '*' }, [200]],
    ['If-Match', 'GET', '/v1/me/students/10000', { 'If-Match': '"x"' }, [200]],
    [
      'If-Modified-Since',
      'GET',
      '/v1/me/students',
      { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
      [200],
    ],
    ['Upgrade to a socket', 'GET', '/v1/me/students', { Connection: 'Upgrade', Upgrade: 'websocket' }, [200]],
    ['Upgrade to h2c', 'GET', '/v1/me/students', { Connection: 'Upgrade', Upgrade: 'h2c' }, [200]],
    [
      'a body in gzip',
      'POST',
      '/v1/me/students',
      { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      [400],
      '\u001f\u0008',
    ],
    [
      'Transfer-Encoding gzip',
      'POST',
      '/v1/me/students',
      { 'Content-Type': 'application/json', 'Transfer-Encoding': 'gzip' },
      [400],
      json,
    ],
    ['a form', 'POST', '/v1/me/students', { 'Content-Type': 'multipart/form-data' }, [400], json],
    ['no Content-Length', 'POST', '/v1/me/students', { 'Content-Type': 'application/json' }, [400]],
    ['a path of 9 KB', 'GET', `/v1/me/students/${'x'.repeat(9000)}`, {}, [404]],
    ['QUERY with a body', 'QUERY', '/v1/students', {}, [404], 'query=a'],
    ['TRACE', 'TRACE', '/v1/me/students', {}, [404]],
    [
      'X-HTTP-Method-Override',
      'POST',
      '/v1/me/students/10000',
      { 'X-HTTP-Method-Override': 'DELETE' },
      [404],
      '{}',
    ],
  ];
  for (const [name, method, path, headers, expected, body] of rows) {
    test(`answers ${expected} to ${name}`, async () => {
      const answer = await ask(method, path, { ...authorized(), ...headers }, body);
      assert.ok(KNOWN.includes(answer.status), `${answer.status}`);
      assert.deepEqual([answer.status], expected, answer.text);
      if (answer.status >= 400)
        refused(answer, answer.status, answer.status === 404 ? 'not_found' : 'invalid_request');
    });
  }
});
