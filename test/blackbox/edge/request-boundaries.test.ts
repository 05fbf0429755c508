import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { useSharedService } from '../../use-service.ts';
import { Connection, requestText } from '../raw-connection.ts';
import { bareState } from '../spec-fields.ts';
import { writer } from '../writer.ts';

/** A registered student that the smuggled DELETE would remove. */
const WITNESS = bareState('10010', 3, 0);
const service = await useSharedService();
let key: string;
before(async () => {
  ({ key } = await writer(service));
  for (const studentUid of ['10000', WITNESS.studentUid])
    await service.call(key, 'POST', '/me/students', { studentUid, tier: 3, weaponTier: 0 });
});

const withKey = () => ({ Authorization: `Bearer ${key}` });
const smuggledDelete = () => requestText('DELETE', '/v1/me/students/10010', withKey());
const chunked = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const CHUNKED = { 'Transfer-Encoding': 'chunked' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Requests whose unused body contains the DELETE; the body ends where its length or chunks say. */
const bodies: [name: string, bytes: () => string, status: number][] = [
  ['a GET', () => requestText('GET', '/v1/me/students', withKey(), smuggledDelete()), 200],
  [
    'a chunked GET',
    () => requestText('GET', '/v1/me/students', { ...withKey(), ...CHUNKED }, chunked(smuggledDelete())),
    200,
  ],
  [
    'a DELETE of an unknown student',
    () => requestText('DELETE', '/v1/me/students/99999', withKey(), smuggledDelete()),
    404,
  ],
  [
    'a request for an unknown path',
    () => requestText('POST', '/v1/nowhere', withKey(), smuggledDelete()),
    404,
  ],
  [
    'a request with an unknown method',
    () => requestText('PUT', '/v1/me/students', withKey(), smuggledDelete()),
    404,
  ],
  ['a request without a key', () => requestText('POST', '/v1/me/students', {}, smuggledDelete()), 401],
  [
    'a chunked request without a key',
    () => requestText('POST', '/v1/me/students', CHUNKED, chunked(smuggledDelete())),
    401,
  ],
  [
    'a PATCH of an unknown student',
    () => requestText('PATCH', '/v1/me/students/99999', withKey(), smuggledDelete()),
    404,
  ],
  [
    'a PATCH without a content-type',
    () => requestText('PATCH', '/v1/me/students/10000', withKey(), smuggledDelete()),
    400,
  ],
  [
    'a PATCH that is not JSON',
    () => requestText('PATCH', '/v1/me/students/10000', { ...withKey(), ...JSON_TYPE }, smuggledDelete()),
    400,
  ],
  ['a request for a page', () => requestText('GET', '/docs', {}, smuggledDelete()), 200],
  ['a health check', () => requestText('GET', '/healthz', {}, smuggledDelete()), 200],
];
for (const [name, bytes, status] of bodies)
  test(`does not run a request in the body of ${name}`, async () => {
    const connection = new Connection(service.url);
    connection.send(bytes() + requestText('GET', '/v1/me/students/10010', withKey()));
    const answers = [await connection.answer(), await connection.answer()];
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [status, 200],
    );
    assert.deepEqual(answers[1]?.body, WITNESS);
    assert.deepEqual(await connection.rest(), []);
  });

/** Requests after which the server must read no further request from the connection. */
const ends: [name: string, head: () => string, status: number][] = [
  ['CONNECT', () => requestText('CONNECT', 'evil.example:443', withKey()), 404],
  [
    'an upgrade',
    () => requestText('GET', '/v1/me/students', { ...withKey(), Connection: 'Upgrade', Upgrade: 'h2c' }),
    200,
  ],
  [
    'Connection: close',
    () => requestText('GET', '/v1/me/students', { ...withKey(), Connection: 'close' }),
    200,
  ],
  [
    'a list of transfer codings',
    () =>
      `${requestText('GET', '/v1/me/students', { ...withKey(), 'Transfer-Encoding': 'gzip, chunked' })}0\r\n\r\n`,
    400,
  ],
];
for (const [name, head, status] of ends)
  test(`does not run a request after ${name}`, async () => {
    for (let round = 0; round < 5; round += 1) {
      const connection = new Connection(service.url);
      connection.send(head() + smuggledDelete());
      assert.deepEqual(
        (await connection.rest()).map((answer) => answer.status),
        [status],
      );
      assert.deepEqual((await service.call(key, 'GET', '/me/students/10010')).body, WITNESS);
    }
  });

test('ignores the headers that a proxy sets', async () => {
  const proxyHeaders = {
    'X-Forwarded-For': '127.0.0.1',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Prefix': '/evil',
    'X-Original-URL': '/v1/me/students',
    'X-Rewrite-URL': '/v1/me/students',
    'X-HTTP-Method-Override': 'DELETE',
    'X-Account-Id': 'acc_0000000000000',
    Forwarded: 'for=127.0.0.1;host=evil.example;proto=https',
  };
  const plain = await service.call(key, 'GET', '/me/students');
  const withProxyHeaders = await service.call(key, 'GET', '/me/students', undefined, proxyHeaders);
  assert.equal(withProxyHeaders.text, plain.text);
  const stranger = await service.call(undefined, 'GET', '/students', undefined, proxyHeaders);
  assert.equal(stranger.status, 401);
  assert.ok(!stranger.text.includes('evil.example'));
});
