import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, beforeEach, describe, test } from 'node:test';
import { refused } from '../blackbox/error-response.ts';
import { Connection, exchange, requestText } from '../blackbox/raw-connection.ts';
import { cleanUpAtEnd } from '../cleanup.ts';
import { freePort } from '../free-port.ts';
import { type Account, type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { type Haproxy, startHaproxy } from './haproxy.ts';

const UID = '10010';
const STATE = JSON.stringify({ studentUid: UID, tier: 3, weaponTier: 0 });
/** A search term, which no log may hold. */
const TERM = 'Hifumi-is-searched-for';
const REQUESTS = [
  ['POST', '/me/students', STATE],
  ['PATCH', `/me/students/${UID}`, '{"level":7}'],
  ['GET', `/me/students/${UID}`, undefined],
  ['DELETE', `/me/students/${UID}`, undefined],
] as const;

const unusedAddress = async () => `http://127.0.0.1:${await freePort()}`;
const textOf = (key: string, method: string, path: string, body?: string) =>
  requestText(
    method,
    `/v1${path}`,
    { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body,
  );

describe('one of three instances behind HAProxy is there', () => {
  let service: Service;
  let account: Account;
  let proxy: Haproxy;
  before(async () => {
    service = await startService({ env: { ROLLBOOK_PUBLIC_URL: 'https://rollbook.example' } });
    account = await service.account();
    proxy = await startHaproxy([await unusedAddress(), await unusedAddress(), service.url]);
  });

  test('a request whose connection is refused goes to the instance that is there, whatever its method', async () => {
    // As before the first check.
    for (const name of ['a', 'b'])
      await proxy.command(`disable health rollbook/${name}; set server rollbook/${name} health up`);
    const statuses = [];
    for (const [method, path, body] of REQUESTS)
      statuses.push((await exchange(proxy.url, textOf(account.write, method, path, body))).status);
    assert.deepEqual(statuses, [201, 200, 200, 200]);
    await until('HAProxy has logged a repeated attempt', () =>
      proxy.log().some(({ retries }) => retries !== '0'),
    );
  });

  test('HAProxy logs neither keys nor queries', async () => {
    const before = proxy.log().length;
    const key = account.write;
    const targets = [
      `/v1/students?query=${TERM}&key=${key}`,
      `/v1/me/students/${key}`,
      `/${key.toLowerCase()}`,
      '/v1/me/students/10010',
    ];
    for (const target of targets)
      await exchange(
        proxy.url,
        requestText('GET', target, { Authorization: `Bearer ${key}`, Referer: `https://x/${key}` }),
      );
    await exchange(proxy.url, `GET /${key}?${TERM} nonsense\r\n\r\n`);
    await until('all are logged', () => proxy.log().length >= before + targets.length + 1);
    const text = JSON.stringify(proxy.log().slice(before));
    assert.doesNotMatch(text, new RegExp(`${TERM}|${key.slice(-20)}`, 'i'));
    assert.match(text, /"path":"\/v1\/me\/students\/10010"/);
    assert.match(text, /"path":"\(not logged\)"/);
  });

  test('a request that HAProxy cannot read is answered 400, and the connection is closed', async () => {
    for (const bytes of [
      'nonsense\r\n\r\n',
      requestText('GET', '/v1/x', { 'X-Filler': 'x'.repeat(40_000) }),
    ]) {
      const { status, headers } = await exchange(proxy.url, bytes);
      assert.deepEqual([status, headers.get('connection')], [400, 'close']);
    }
  });

  test('HAProxy passes on a head of nearly 16 KiB and the Request-Id of the service', async () => {
    const headers = { Authorization: `Bearer ${account.read}`, 'X-Filler': 'x'.repeat(15_000) };
    const answer = await exchange(proxy.url, requestText('GET', '/v1/me/students', headers));
    assert.equal(answer.status, 200, answer.text);
    const id = answer.headers.get('request-id');
    await until('both have logged it', () =>
      Boolean(service.stdout().includes(`"${id}"`) && proxy.log().some(({ requestId }) => requestId === id)),
    );
  });
});

test('every method is answered 503 with Retry-After when no instance is there', async () => {
  const proxy = await startHaproxy([await unusedAddress(), await unusedAddress(), await unusedAddress()]);
  await until(
    'HAProxy has found out',
    async () => (await proxy.command('show servers state rollbook')).split(' 0 ').length > 0,
  );
  for (const [method, path, body] of REQUESTS) {
    const answer = await exchange(proxy.url, textOf('rollbook_x', method, path, body));
    refused(answer, 503, 'unavailable');
    assert.equal(answer.headers.get('retry-after'), '1');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
});

describe('instances that are ready and cut each connection when a request has arrived', () => {
  let proxy: Haproxy;
  let received: { method: string; forwardedFor: string }[];
  before(async () => {
    const urls = await Promise.all(
      [0, 1, 2].map(async () => {
        const server = createServer((request, response) => {
          if (request.url === '/readyz' || request.url === '/first') return response.end('{}');
          received.push({
            method: request.method as string,
            forwardedFor: String(request.headers['x-forwarded-for']),
          });
          return request.socket.destroy();
        }).listen(0, '127.0.0.1');
        await once(server, 'listening');
        cleanUpAtEnd(async () => {
          server.close();
          server.closeAllConnections();
        });
        return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      }),
    );
    proxy = await startHaproxy(urls);
  });
  beforeEach(() => {
    received = [];
  });

  for (const [method, path, body] of REQUESTS)
    test(`a ${method} ${method === 'GET' ? 'is sent again, then answered 503' : 'is sent once and answered 500'}`, async () => {
      const answer = await exchange(proxy.url, textOf('rollbook_x', method, path, body));
      if (method === 'GET') {
        refused(answer, 503, 'unavailable');
        assert.equal(answer.headers.get('retry-after'), '1');
      } else {
        refused(answer, 500, 'internal_error');
        assert.equal(answer.headers.get('retry-after'), null);
      }
      assert.deepEqual(
        received.map((one) => one.method),
        method === 'GET' ? ['GET', 'GET', 'GET'] : [method],
      );
    });

  test('a write that is not the first request of its connection is sent once, and the connection is closed', async () => {
    const connection = new Connection(proxy.url);
    connection.send(requestText('GET', '/first'));
    assert.equal((await connection.answer()).status, 200);
    connection.send(textOf('rollbook_x', 'PATCH', `/me/students/${UID}`, '{"level":7}'));
    await assert.rejects(connection.answer(), /connection closed after ""/);
    assert.equal(received.length, 1);
  });

  test('HAProxy appends the address of the caller to X-Forwarded-For', async () => {
    await exchange(proxy.url, requestText('PATCH', '/v1/x', { 'X-Forwarded-For': '192.0.2.1' }, '{}'));
    assert.deepEqual(received, [{ method: 'PATCH', forwardedFor: '192.0.2.1, 127.0.0.1' }]);
  });
});
