import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Answer } from '../../service.ts';
import { useService } from '../../use-service.ts';
import { fieldsOf, refused } from '../error-response.ts';
import { Connection, exchange, requestText } from '../raw-connection.ts';
import { bareState } from '../spec-fields.ts';
import { writer } from '../writer.ts';

const service = await useService();
const { key } = await writer(service);

const LIST = 'GET /v1/me/students HTTP/1.1';
const authorization = () => `Authorization: Bearer ${key}`;

describe('malformed HTTP is answered with 400 and an API error', () => {
  const rows: [name: string, bytes: () => string, header?: string][] = [
    ['garbage', () => 'GARBAGE\r\n\r\n'],
    ['binary garbage', () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n'],
    ['no version', () => 'GET /v1/me/students\r\nHost: x\r\n\r\n'],
    ['an unknown version', () => 'GET /v1/me/students HTTP/7.1\r\nHost: x\r\n\r\n'],
    ['a space in the path', () => 'GET /v1/me students HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a header without a colon', () => `${LIST}\r\nHost: x\r\n${authorization()}\r\nbroken\r\n\r\n`],
    ['a header name with a space', () => `${LIST}\r\nHost: x\r\nAuthorization : Bearer ${key}\r\n\r\n`],
    ['NUL in a header', () => `${LIST}\r\nHost: x\r\n${authorization()}\r\nX: a\u0000b\r\n\r\n`],
    [
      'two Content-Lengths',
      () => `POST /v1/me/students HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    ],
    [
      'a length that is no number',
      () => 'POST /v1/me/students HTTP/1.1\r\nHost: x\r\nContent-Length: two\r\n\r\n{}',
    ],
    ['a negative length', () => 'POST /v1/me/students HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    [
      'Content-Length and chunked encoding',
      () =>
        'POST /v1/me/students HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'a head of 100 KB',
      () => `${LIST}\r\nHost: x\r\n${authorization()}\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
    ],
    ['a path of 100 KB', () => `GET /v1/me/students/${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['no Host', () => `${LIST}\r\n${authorization()}\r\n\r\n`, 'host'],
    ['two Hosts', () => `${LIST}\r\nHost: x\r\nHost: y\r\n${authorization()}\r\n\r\n`, 'host'],
    ['the same Host twice', () => `${LIST}\r\nHost: x\r\n${authorization()}\r\nhost: x\r\n\r\n`, 'host'],
    [
      'an unknown Expect',
      () => `${LIST}\r\nHost: x\r\n${authorization()}\r\nExpect: the-unexpected\r\n\r\n`,
      'expect',
    ],
    ['no Host, no key', () => `${LIST}\r\n\r\n`, 'host'],
    ['no Host on an unknown path', () => 'GET /v1/nowhere HTTP/1.1\r\n\r\n', 'host'],
    ['two Hosts on an unknown path', () => 'PUT /v1/nowhere HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 'host'],
    ['an unknown Expect, no key', () => `${LIST}\r\nHost: x\r\nExpect: 200-ok\r\n\r\n`, 'expect'],
    [
      'an unknown Expect on an unknown path',
      () => 'GET /v1/nowhere HTTP/1.1\r\nHost: x\r\nExpect: y\r\n\r\n',
      'expect',
    ],
  ];
  for (const [name, bytes, header] of rows) {
    test(`answers 400 to ${name}`, async () => {
      const answer = await exchange(service.url, bytes());
      refused(answer, 400, 'invalid_request');
      if (header !== undefined) assert.deepEqual(fieldsOf(answer), [header]);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.match(answer.headers.get('request-id') ?? '', /^\S+$/);
      assert.equal(answer.headers.get('ratelimit'), null);
    });
  }

  for (const [name, target] of [
    ['a path that no route has', '*v1/students?query=a'],
    ['no path', '*'],
  ] as const)
    test(`answers 404 to ${name}`, async () => {
      const answer = await exchange(
        service.url,
        `GET ${target} HTTP/1.1\r\nHost: x\r\n${authorization()}\r\n\r\n`,
      );
      refused(answer, 404, 'not_found');
    });

  test('keeps serving after malformed requests', async () => {
    assert.equal((await service.call(key, 'GET', '/me/students')).status, 200);
  });
});

describe('a body that breaks while it arrives', () => {
  const BROKEN = 'zz\r\n{}\r\n0\r\n\r\n';
  const send = (method: string, path: string, body = BROKEN, by = key) =>
    exchange(
      service.url,
      requestText(
        method,
        path,
        { Authorization: `Bearer ${by}`, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
        body,
      ),
    );

  for (const [name, path, body] of [
    ['malformed chunks', '/v1/me/students'],
    ['a malformed chunk after a good one', '/v1/me/students', `2\r\n{}\r\n${BROKEN}`],
    ['chunk extensions of 20 KB', '/v1/me/students', `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`],
    ['malformed chunks for an escaped path', '/v1/me/%73tudents'],
    ['malformed chunks for a target with a fragment', '/v1/me/students#x'],
  ] as const)
    test(`is answered 400 with the rate limit: ${name}`, async () => {
      const answer = await send('POST', path, body);
      refused(answer, 400, 'invalid_request', ['body']);
      assert.match(answer.headers.get('ratelimit') ?? '', /^"write";r=\d+;t=\d+$/);
      assert.equal(answer.headers.get('connection'), 'close');
    });

  test('is answered like any other where the order of checks does not reach it', async () => {
    refused(await send('POST', '/v1/me/students', BROKEN, 'no-key'), 401, 'unauthorized');
    refused(await send('PATCH', '/v1/me/students/10050'), 404, 'student_not_recruited');
    refused(await send('POST', '/v1/nowhere'), 404, 'not_found');
    assert.equal((await send('GET', '/v1/me/students')).status, 200);
  });

  test('is answered after the requests before it on its connection', async () => {
    const connection = new Connection(service.url);
    const head = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    connection.send(
      requestText('GET', '/v1/me/students', head) +
        requestText('POST', '/v1/me/students', { ...head, 'Transfer-Encoding': 'chunked' }, BROKEN),
    );
    const answers = await connection.rest();
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 400],
    );
  });

  test('is answered once when its Expect is unknown too', async () => {
    const connection = new Connection(service.url);
    const head = { Authorization: `Bearer ${key}`, 'Transfer-Encoding': 'chunked', Expect: 'x' };
    connection.send(requestText('POST', '/v1/me/students', head, BROKEN));
    const [answer, ...others] = await connection.rest();
    refused(answer as Answer, 400, 'invalid_request', ['expect']);
    assert.deepEqual(others, []);
  });

  test('is answered when its sender stops halfway and waits', async () => {
    const connection = new Connection(service.url);
    connection.send(
      requestText(
        'POST',
        '/v1/me/students',
        { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Content-Length': '10' },
        '{',
      ),
    );
    const [answer] = await connection.rest();
    refused(answer as Answer, 400, 'invalid_request', ['body']);
  });
});

describe('Expect: 100-continue', () => {
  const registration = (uid: string) => `{"studentUid":"${uid}","tier":3,"weaponTier":0}`;
  const head = (by: string | undefined, expect = '100-continue') =>
    requestText('POST', '/v1/me/students', {
      ...(by === undefined ? {} : { Authorization: `Bearer ${by}` }),
      'Content-Type': 'application/json',
      'Content-Length': `${registration('10000').length}`,
      Expect: expect,
    });

  for (const [expect, uid] of [
    ['100-continue', '10000'],
    ['100-Continue', '10001'],
  ] as const) {
    test(`answers 100 to Expect: ${expect} with a key`, async () => {
      const connection = new Connection(service.url);
      try {
        connection.send(head(key, expect));
        await connection.continued();
        connection.send(registration(uid));
        const answer = await connection.answer();
        assert.equal(answer.status, 201, answer.text);
        assert.deepEqual(answer.body, bareState(uid, 3, 0));
        assert.deepEqual(connection.interim, [100]);
      } finally {
        connection.close();
      }
    });
  }

  test('rejects a missing or read-only key before the body when 100-continue is expected', async () => {
    const { accountId } = await service.command('account', 'create', 'x');
    const { apiKey } = await service.command('key', 'issue', '--account', accountId, '--permission', 'read');
    for (const [by, status, code] of [
      [undefined, 401, 'unauthorized'],
      [apiKey, 403, 'forbidden'],
    ] as const) {
      const connection = new Connection(service.url);
      try {
        connection.send(head(by));
        refused(await connection.answer(), status, code);
        assert.deepEqual(connection.interim, []);
      } finally {
        connection.close();
      }
    }
  });

  test('answers 404 before the body when 100-continue is expected', async () => {
    const connection = new Connection(service.url);
    try {
      connection.send(head(key).replace('/v1/me/students', '/v1/nowhere'));
      refused(await connection.answer(), 404, 'not_found');
      assert.deepEqual(connection.interim, []);
    } finally {
      connection.close();
    }
  });
});
