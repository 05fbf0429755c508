import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { useSharedService } from '../../use-service.ts';
import { refused } from '../error-response.ts';
import { Connection, exchange, requestText } from '../raw-connection.ts';
import { bareState } from '../spec-fields.ts';
import { writer } from '../writer.ts';

const service = await useSharedService();
const { key } = await writer(service);
/** Deletes the student that every test here writes. */
beforeEach(() => service.call(key, 'DELETE', '/me/students/10000'));

const MEBIBYTE = 1_048_576;
const REGISTRATION = '{"studentUid":"10000","tier":3,"weaponTier":0}';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const request = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
  requestText(method, `/v1${path}`, { Authorization: `Bearer ${key}`, ...headers }, body);
const chunked = (...chunks: Uint8Array[]) =>
  Buffer.concat([
    Buffer.from(request('POST', '/me/students', { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' })),
    ...chunks.flatMap((chunk) => [
      Buffer.from(`${chunk.length.toString(16)}\r\n`),
      chunk,
      Buffer.from('\r\n'),
    ]),
    Buffer.from('0\r\n\r\n'),
  ]);

describe('a chunked body', () => {
  test('accepts a body in chunks of one byte', async () => {
    const answer = await exchange(
      service.url,
      chunked(...[...Buffer.from(REGISTRATION)].map((byte) => Uint8Array.of(byte))),
    );
    assert.equal(answer.status, 201, answer.text);
    assert.deepEqual(answer.body, bareState('10000', 3, 0));
  });

  test('decodes a character that is split between chunks', async () => {
    const bytes = Buffer.from(`{"레벨":1,${REGISTRATION.slice(1)}`);
    const answer = await exchange(
      service.url,
      chunked(bytes.subarray(0, 4), bytes.subarray(4, 6), bytes.subarray(6)),
    );
    refused(answer, 400, 'invalid_request', ['레벨']);
  });

  test('accepts a chunked body of 1 MiB and rejects one more byte', async () => {
    const body = (length: number) => Buffer.from(REGISTRATION.padEnd(length));
    const thirds = (bytes: Buffer) =>
      [0, 1, 2].map((n) => bytes.subarray(n * 400_000, n === 2 ? undefined : (n + 1) * 400_000));
    refused(await exchange(service.url, chunked(...thirds(body(MEBIBYTE + 1)))), 400, 'invalid_request', [
      'body',
    ]);
    assert.equal((await exchange(service.url, chunked(...thirds(body(MEBIBYTE))))).status, 201);
  });

  test('rejects an empty chunked body', async () => {
    refused(await exchange(service.url, chunked()), 400, 'invalid_request', ['body']);
  });
});

describe('a connection stays usable after an error', () => {
  const rejected: [name: string, bytes: () => string, status: number, code: string][] = [
    [
      '1 MiB and a byte',
      () => request('POST', '/me/students', JSON_TYPE, ' '.repeat(MEBIBYTE + 1)),
      400,
      'invalid_request',
    ],
    [
      '2 MiB',
      () => request('POST', '/me/students', JSON_TYPE, ' '.repeat(2 * MEBIBYTE)),
      400,
      'invalid_request',
    ],
    [
      '2 MiB for an unregistered student',
      () => request('PATCH', '/me/students/10001', JSON_TYPE, ' '.repeat(2 * MEBIBYTE)),
      404,
      'student_not_recruited',
    ],
    ['broken JSON', () => request('POST', '/me/students', JSON_TYPE, '{'), 400, 'invalid_request'],
    [
      'another content-type',
      () => request('POST', '/me/students', { 'Content-Type': 'text/plain' }, '{}'),
      400,
      'invalid_request',
    ],
    ['an unknown path', () => request('POST', '/nowhere', JSON_TYPE, '{}'), 404, 'not_found'],
    ['an unknown method', () => request('PUT', '/me/students/10000', JSON_TYPE, '{}'), 404, 'not_found'],
    [
      'no key',
      () => request('POST', '/me/students', { ...JSON_TYPE, Authorization: '' }, REGISTRATION),
      401,
      'unauthorized',
    ],
  ];
  for (const [name, bytes, status, code] of rejected) {
    test(`keeps the connection usable after ${name}`, async () => {
      const connection = new Connection(service.url);
      try {
        connection.send(bytes());
        refused(await connection.answer(), status, code);
        connection.send(request('POST', '/me/students', JSON_TYPE, REGISTRATION));
        assert.equal((await connection.answer()).status, 201);
        connection.send(request('GET', '/me/students/10000'));
        assert.deepEqual((await connection.answer()).body, bareState('10000', 3, 0));
      } finally {
        connection.close();
      }
    });
  }

  test('answers pipelined requests in order', async () => {
    const connection = new Connection(service.url);
    try {
      connection.send(
        [
          request('GET', '/students?query=10010'),
          request('POST', '/me/students', JSON_TYPE, '[]'),
          request('GET', '/nowhere'),
          request('GET', '/me/students/99999'),
          request('GET', '/students?query=10011'),
        ].join(''),
      );
      assert.equal((await connection.answer()).body.students[0].studentUid, '10010');
      refused(await connection.answer(), 400, 'invalid_request', ['body']);
      refused(await connection.answer(), 404, 'not_found');
      refused(await connection.answer(), 404, 'not_found');
      assert.equal((await connection.answer()).body.students[0].studentUid, '10011');
    } finally {
      connection.close();
    }
  });

  test('accepts a request that is sent byte by byte', async () => {
    const connection = new Connection(service.url);
    try {
      for (const byte of request('POST', '/me/students', JSON_TYPE, REGISTRATION)) {
        connection.send(byte);
        await new Promise((resolve) => setImmediate(resolve));
      }
      assert.equal((await connection.answer()).status, 201);
    } finally {
      connection.close();
    }
  });
});

describe('GET and DELETE ignore a body', () => {
  const bodies: [name: string, headers: Record<string, string>, body?: string][] = [
    ['no body but a content-type', JSON_TYPE],
    ['an empty body', JSON_TYPE, ''],
    ['a JSON body', JSON_TYPE, '{"level":0,"studentUid":"99999"}'],
    ['broken JSON', JSON_TYPE, '{'],
    ['a text body', { 'Content-Type': 'text/plain' }, 'hello'],
    ['a body without a content-type', {}, 'hello'],
    ['a malformed content-type', { 'Content-Type': '///' }, 'x'],
    ['more than 1 MiB', JSON_TYPE, ' '.repeat(MEBIBYTE + 1)],
    ['a chunked body', { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }, '2\r\n[]\r\n0\r\n\r\n'],
  ];
  for (const [name, headers, body] of bodies) {
    test(`GET and DELETE ignore ${name}`, async () => {
      await service.call(key, 'POST', '/me/students', REGISTRATION);
      const connection = new Connection(service.url);
      try {
        for (const path of ['/me/students/10000', '/me/students', '/students?query=a']) {
          connection.send(request('GET', path, headers, body));
          const answer = await connection.answer();
          assert.equal(answer.status, 200, answer.text);
        }
        connection.send(request('DELETE', '/me/students/10000', headers, body));
        assert.deepEqual((await connection.answer()).body, { studentUid: '10000', deleted: true });
        connection.send(request('GET', '/me/students/10000'));
        refused(await connection.answer(), 404, 'student_not_recruited');
      } finally {
        connection.close();
      }
    });
  }
});
