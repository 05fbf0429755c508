import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serveHere } from '../../serve-here.ts';
import type { Answer } from '../../service.ts';
import { useService } from '../../use-service.ts';
import { exchange, requestText } from '../raw-connection.ts';
import { writer } from '../writer.ts';

const ORIGIN = 'https://app.example';
const SECOND = 'http://localhost:5173';
/** Those that a page of another origin may send. */
const SENT_HEADERS = [
  'authorization',
  'bulk-operation',
  'content-type',
  'if-match',
  'if-none-match',
  'raise-only',
  'takes-back',
];
const service = await useService({
  env: { ROLLBOOK_OAUTH: 'off', ROLLBOOK_CORS_ORIGINS: `${ORIGIN},${SECOND}`, ROLLBOOK_WRITE_LIMIT: '2' },
});
const { key } = await writer(service);

const ask = (method: string, path: string, headers: Record<string, string>, body?: string) =>
  exchange(service.url, requestText(method, `/v1${path}`, headers, body));
const listed = (header: string | null) => (header ?? '').split(',').map((each) => each.trim().toLowerCase());

/** The origin may read the response. */
function assertAllowed(answer: Answer, origin = ORIGIN) {
  assert.equal(answer.headers.get('access-control-allow-origin'), origin, answer.text);
  assert.ok(listed(answer.headers.get('vary')).includes('origin'), 'Vary names Origin');
  assert.notEqual(answer.headers.get('access-control-allow-credentials'), 'true');
}
/** The page may read every header that the API adds to its responses. */
function assertExposedHeaders(answer: Answer) {
  const exposed = listed(answer.headers.get('access-control-expose-headers'));
  const expected = [
    'location',
    'request-id',
    'retry-after',
    'ratelimit',
    'ratelimit-policy',
    'www-authenticate',
  ];
  assert.deepEqual(
    expected.filter((name) => !exposed.includes(name)),
    [],
  );
}

describe('a preflight is answered without a key', () => {
  const rows: [method: string, path: string][] = [
    ['GET', '/students'],
    ['GET', '/me/students'],
    ['POST', '/me/students'],
    ['GET', '/me/students/10000'],
    ['PATCH', '/me/students/10000'],
    ['DELETE', '/me/students/10000'],
  ];
  for (const [method, path] of rows) {
    for (const origin of [ORIGIN, SECOND]) {
      test(`answers a preflight of ${method} ${path} from ${origin}`, async () => {
        const answer = await ask('OPTIONS', path, {
          Origin: origin,
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': SENT_HEADERS.join(),
        });
        assert.equal(answer.status, 204, answer.text);
        assert.equal(answer.text, '');
        assertAllowed(answer, origin);
        assert.ok(listed(answer.headers.get('access-control-allow-methods')).includes(method.toLowerCase()));
        const headers = listed(answer.headers.get('access-control-allow-headers'));
        assert.deepEqual(
          SENT_HEADERS.filter((name) => !headers.includes(name)),
          [],
        );
        assert.equal(answer.headers.get('ratelimit'), null);
      });
    }
  }

  test('answers 404 without CORS headers to a preflight from another origin', async () => {
    for (const origin of [
      'https://evil.example',
      'https://app.example.evil',
      'http://app.example',
      'null',
      'https://app.example:444',
    ]) {
      const answer = await ask('OPTIONS', '/students', {
        Origin: origin,
        'Access-Control-Request-Method': 'GET',
      });
      assert.equal(answer.headers.get('access-control-allow-origin'), null, origin);
      assert.equal(answer.status, 404);
    }
  });

  test('answers 404 with Allow to an OPTIONS request that is no preflight', async () => {
    const answer = await ask('OPTIONS', '/students', { Origin: ORIGIN });
    assert.equal(answer.status, 404);
    assert.match(answer.headers.get('allow') ?? '', /\bGET\b/);
    assertAllowed(answer);
  });
});

describe('every response has CORS headers', () => {
  const json = { 'Content-Type': 'application/json' };
  const rows: [
    name: string,
    status: number,
    method: string,
    path: string,
    headers: () => Record<string, string>,
    body?: string,
  ][] = [
    ['200', 200, 'GET', '/me/students', () => ({ Authorization: `Bearer ${key}` })],
    [
      '200 for a query with a malformed escape',
      200,
      'GET',
      '/me/students?x=%',
      () => ({ Authorization: `Bearer ${key}` }),
    ],
    ['400', 400, 'GET', '/students', () => ({ Authorization: `Bearer ${key}` })],
    ['401', 401, 'GET', '/students', () => ({})],
    ['404 for a path', 404, 'GET', '/nowhere', () => ({})],
    ['404 for a method', 404, 'PUT', '/students', () => ({})],
    [
      '201',
      201,
      'POST',
      '/me/students',
      () => ({ Authorization: `Bearer ${key}`, ...json }),
      '{"studentUid":"10000","tier":1,"weaponTier":0}',
    ],
    [
      '409',
      409,
      'POST',
      '/me/students',
      () => ({ Authorization: `Bearer ${key}`, ...json }),
      '{"studentUid":"10000","tier":1,"weaponTier":0}',
    ],
    ['429', 429, 'POST', '/me/students', () => ({ Authorization: `Bearer ${key}`, ...json }), '{}'],
    ['400 for an unknown Expect', 400, 'GET', '/students', () => ({ Expect: 'x' })],
    ['400 for an oversized head', 400, 'GET', '/students', () => ({ 'X-Large': 'x'.repeat(100_000) })],
  ];
  for (const [name, status, method, path, headers, body] of rows) {
    test(`sends CORS headers with ${name}`, async () => {
      const answer = await ask(method, path, { Origin: ORIGIN, ...headers() }, body);
      assert.equal(answer.status, status, answer.text);
      assertAllowed(answer);
      assertExposedHeaders(answer);
    });
  }

  const malformed: [name: string, head: string][] = [
    ['no Host', `GET /v1/students HTTP/1.1\r\nOrigin: ${ORIGIN}\r\n\r\n`],
    [
      'no Host and a malformed escape in the query',
      `GET /v1/students?query=% HTTP/1.1\r\nOrigin: ${ORIGIN}\r\n\r\n`,
    ],
    [
      'an unknown Expect and a malformed escape in the query',
      `GET /v1/students?query=% HTTP/1.1\r\nHost: x\r\nExpect: x\r\nOrigin: ${ORIGIN}\r\n\r\n`,
    ],
    ['two Hosts', `GET /v1/students HTTP/1.1\r\nHost: x\r\nHost: x\r\nOrigin: ${ORIGIN}\r\n\r\n`],
    [
      'a header without a colon',
      `GET /v1/students HTTP/1.1\r\nHost: x\r\nOrigin: ${ORIGIN}\r\nbroken\r\n\r\n`,
    ],
    [
      'an invalid Content-Length',
      `POST /v1/me/students HTTP/1.1\r\nHost: x\r\nOrigin: ${ORIGIN}\r\nContent-Length: x\r\n\r\n`,
    ],
  ];
  for (const [name, head] of malformed) {
    test(`sends CORS headers with the 400 for ${name}`, async () => {
      const answer = await exchange(service.url, head);
      assert.equal(answer.status, 400, answer.text);
      assertAllowed(answer);
      assertExposedHeaders(answer);
    });
  }

  test('sends no CORS headers for another origin or none', async () => {
    for (const headers of [{ Origin: 'https://evil.example' }, {}] as Record<string, string>[]) {
      const answer = await ask('GET', '/me/students', { Authorization: `Bearer ${key}`, ...headers });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
    }
  });
});

test('where apps can be connected, pages of any origin may call the API, and nothing else', async () => {
  const apps = await serveHere();
  try {
    const { read } = await apps.account();
    const origin = 'https://planner.example';
    for (const [path, status] of [
      ['/v1/me/students', 200],
      ['/v1/unknown', 404],
      ['/v1/students', 400],
      ['/beta/me', 200],
      ['/beta/unknown', 404],
    ] as const) {
      const headers = { origin, authorization: `Bearer ${read}` };
      const response = await fetch(apps.url + path, { headers });
      assert.equal(response.status, status);
      assert.equal(response.headers.get('access-control-allow-origin'), '*', path);
      assert.match(response.headers.get('access-control-expose-headers') ?? '', /RateLimit/);
    }
    for (const path of [
      '/docs',
      '/healthz',
      '/console',
      '/console/api/session',
      '/mcp',
      '/oauth/authorize',
    ]) {
      const response = await fetch(apps.url + path, { headers: { origin }, redirect: 'manual' });
      assert.equal(response.headers.get('access-control-allow-origin'), null, path);
    }
    const preflight = await fetch(`${apps.url}/oauth/token`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [204, '*']);
  } finally {
    await apps.stop();
  }
});

test('answers 404 to a preflight where no origin is allowed', async () => {
  const closed = await serveHere({ env: { ROLLBOOK_OAUTH: 'off' } });
  try {
    const headers = { Origin: ORIGIN, 'Access-Control-Request-Method': 'GET' };
    const answer = await exchange(closed.url, requestText('OPTIONS', '/v1/students', headers));
    assert.equal(answer.status, 404);
    assert.equal(answer.headers.get('allow'), 'GET');
    for (const named of answer.headers.keys()) assert.doesNotMatch(named, /^access-control-/);
  } finally {
    await closed.stop();
  }
});
