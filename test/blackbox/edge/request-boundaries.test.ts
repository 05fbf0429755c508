import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../../service.ts';
import { Connection, requestText } from '../raw-connection.ts';
import { bareState } from '../spec-fields.ts';
import { writer } from '../writer.ts';

/** What must still be there after every attempt to have it dismissed by a request hidden in another. */
const WITNESS = bareState('10010', 3, 0);
let service: Service;
let key: string;
before(async () => {
  service = await startService();
  ({ key } = await writer(service));
  for (const studentUid of ['10000', WITNESS.studentUid])
    await service.call(key, 'POST', '/me/students', { studentUid, tier: 3, weaponTier: 0 });
});
after(() => service.stop());

const own = () => ({ Authorization: `Bearer ${key}` });
const hidden = () => requestText('DELETE', '/v1/me/students/10010', own());
const chunked = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const CHUNKED = { 'Transfer-Encoding': 'chunked' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Each hides the DELETE in a body that the service has no use for: it ends where it says, and is nothing else. */
const bodies: [name: string, bytes: () => string, status: number][] = [
  ['a GET', () => requestText('GET', '/v1/me/students', own(), hidden()), 200],
  [
    'a GET in chunks',
    () => requestText('GET', '/v1/me/students', { ...own(), ...CHUNKED }, chunked(hidden())),
    200,
  ],
  ['a DELETE of nobody', () => requestText('DELETE', '/v1/me/students/99999', own(), hidden()), 404],
  ['a path there is not', () => requestText('POST', '/v1/nowhere', own(), hidden()), 404],
  ['a method there is not', () => requestText('PUT', '/v1/me/students', own(), hidden()), 404],
  ['a stranger', () => requestText('POST', '/v1/me/students', {}, hidden()), 401],
  ['a stranger in chunks', () => requestText('POST', '/v1/me/students', CHUNKED, chunked(hidden())), 401],
  ['a PATCH of nobody', () => requestText('PATCH', '/v1/me/students/99999', own(), hidden()), 404],
  ['another type', () => requestText('PATCH', '/v1/me/students/10000', own(), hidden()), 400],
  ['no JSON', () => requestText('PATCH', '/v1/me/students/10000', { ...own(), ...JSON_TYPE }, hidden()), 400],
  ['a page', () => requestText('GET', '/docs', {}, hidden()), 200],
  ['a probe', () => requestText('GET', '/healthz', {}, hidden()), 200],
];
for (const [name, bytes, status] of bodies)
  test(`the body of ${name} is no request`, async () => {
    const connection = new Connection(service.url);
    connection.send(bytes() + requestText('GET', '/v1/me/students/10010', own()));
    const answers = [await connection.answer(), await connection.answer()];
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [status, 200],
    );
    assert.deepEqual(answers[1]?.body, WITNESS);
    assert.deepEqual(await connection.rest(), []);
  });

/** Whoever reads them as the end of HTTP on this connection must not read on. */
const ends: [name: string, head: () => string, status: number][] = [
  ['CONNECT', () => requestText('CONNECT', 'evil.example:443', own()), 404],
  [
    'an upgrade',
    () => requestText('GET', '/v1/me/students', { ...own(), Connection: 'Upgrade', Upgrade: 'h2c' }),
    200,
  ],
  ['Connection: close', () => requestText('GET', '/v1/me/students', { ...own(), Connection: 'close' }), 200],
  [
    'a list of codings',
    () =>
      `${requestText('GET', '/v1/me/students', { ...own(), 'Transfer-Encoding': 'gzip, chunked' })}0\r\n\r\n`,
    400,
  ],
];
for (const [name, head, status] of ends)
  test(`what follows ${name} is no request`, async () => {
    for (let round = 0; round < 5; round += 1) {
      const connection = new Connection(service.url);
      connection.send(head() + hidden());
      assert.deepEqual(
        (await connection.rest()).map((answer) => answer.status),
        [status],
      );
      assert.deepEqual((await service.call(key, 'GET', '/me/students/10010')).body, WITNESS);
    }
  });

test('headers that a proxy sets decide nothing', async () => {
  const trusted = {
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
  const dressed = await service.call(key, 'GET', '/me/students', undefined, trusted);
  assert.equal(dressed.text, plain.text);
  const stranger = await service.call(undefined, 'GET', '/students', undefined, trusted);
  assert.equal(stranger.status, 401);
  assert.ok(!stranger.text.includes('evil.example'));
});
