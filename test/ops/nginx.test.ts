import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { refused } from '../blackbox/error-response.ts';
import { Connection, requestText } from '../blackbox/raw-connection.ts';
import { conforms } from '../conformance.ts';
import { freePort } from '../free-port.ts';
import { type Account, type Answer, type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { type Nginx, startNginx } from './nginx.ts';

const UID = '10010';
const STATE = { studentUid: UID, tier: 3, weaponTier: 0 };
const MAX_BODY_BYTES = 1_048_576;

async function call(
  nginx: Nginx,
  key: string,
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${nginx.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

describe('behind nginx', () => {
  let service: Service;
  let proxy: Nginx;
  let account: Account;
  before(async () => {
    service = await startService({ env: { ROLLBOOK_PUBLIC_URL: 'https://rollbook.example' } });
    proxy = await startNginx([service.url]);
    account = await service.account();
    assert.equal(
      (await call(proxy, account.write, 'POST', '/me/students', JSON.stringify(STATE))).status,
      201,
    );
  });
  after(async () => {
    await proxy?.stop();
    await service?.stop();
  });

  const isLoggedByService = (answer: Answer) =>
    service.stdout().includes(`"${answer.headers.get('request-id')}"`);
  const state = async () => (await service.call(account.read, 'GET', `/me/students/${UID}`)).body;

  test('every operation works behind nginx, and links use the public URL', async () => {
    const key = account.write;
    const changed = await call(proxy, key, 'PATCH', `/me/students/${UID}`, '{"level":7}');
    assert.equal(changed.body.level, 7);
    for (const path of [
      '/students?query=%EC%8B%9C%EB%A1%9C',
      '/me/students?limit=1',
      `/me/students/${UID}`,
    ]) {
      const answer = await call(proxy, account.read, 'GET', path);
      assert.equal(answer.status, 200, answer.text);
      await conforms(`${service.url}/v1`, 'GET', path, answer);
      assert.match(answer.headers.get('strict-transport-security') ?? '', /max-age/);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.equal(answer.headers.get('retry-after'), null);
    }
    const taken = await call(proxy, key, 'POST', '/me/students', JSON.stringify(STATE));
    refused(taken, 409, 'student_already_recruited');
    assert.equal(taken.body.error.docs, 'https://rollbook.example/docs#error-student_already_recruited');
    const stranger = await call(proxy, 'rollbook_x', 'GET', '/me/students');
    assert.equal(stranger.headers.get('www-authenticate'), 'Bearer');
    const other = { ...STATE, studentUid: '10011' };
    await call(proxy, key, 'POST', '/me/students', JSON.stringify(other));
    assert.equal((await call(proxy, key, 'DELETE', '/me/students/10011')).body.deleted, true);
    refused(await call(proxy, key, 'DELETE', '/me/students/10011'), 404, 'student_not_recruited');
  });

  test('nginx passes on the Request-Id of the service, and both log it', async () => {
    const { headers } = await call(proxy, account.read, 'GET', '/me/students?cursor=x');
    const id = headers.get('request-id');
    const lineOf = async () => (await proxy.accessLog()).find(({ requestId }) => requestId === id);
    await until('both have logged it', async () =>
      Boolean((await lineOf()) && service.stdout().includes(`"requestId":"${id}"`)),
    );
    const line = await lineOf();
    assert.deepEqual(
      [line?.status, line?.path],
      [400, '/v1/me/students'],
      'nginx logged a wrong status or the query',
    );
    assert.ok(!JSON.stringify(await proxy.accessLog()).includes('rollbook_'), 'nginx logged a key');
  });

  test('nginx accepts a body of 1 MiB and rejects one more byte with an API error', async () => {
    const padded = (bytes: number) => '{"level":8}'.padEnd(bytes);
    const fits = await call(proxy, account.write, 'PATCH', `/me/students/${UID}`, padded(MAX_BODY_BYTES));
    assert.equal(fits.status, 200, fits.text);
    const tooLarge = await call(
      proxy,
      account.write,
      'PATCH',
      `/me/students/${UID}`,
      padded(MAX_BODY_BYTES + 1),
    );
    refused(tooLarge, 400, 'invalid_request', ['body']);
    await conforms(`${service.url}/v1`, 'PATCH', `/me/students/${UID}`, tooLarge);
  });

  test('nginx accepts a head of nearly 16 KiB and rejects a larger one with an API error', async () => {
    const filler = (bytes: number) => ({ 'x-filler': 'x'.repeat(bytes) });
    const fits = await call(proxy, account.read, 'GET', '/me/students', undefined, filler(15_000));
    assert.equal(fits.status, 200, fits.text);
    for (const bytes of [16_300, 17_000, 40_000])
      refused(
        await call(proxy, account.read, 'GET', '/me/students', undefined, filler(bytes)),
        400,
        'invalid_request',
      );
    const longPath = await call(proxy, account.read, 'GET', `/me/students/${'9'.repeat(20_000)}`);
    refused(longPath, 400, 'invalid_request');
  });

  test('a request that nginx rejects gets an API error with a Request-Id of nginx', async () => {
    const rows: [bytes: string, status: number, code: string][] = [
      [requestText('GET', '/v1/%zz'), 400, 'invalid_request'],
      [requestText('GET', '/../v1/students'), 400, 'invalid_request'],
      ['GET /v1/students HTTP/1.1\r\n\r\n', 400, 'invalid_request'],
      ['GET /v1/students HTTP/3.0\r\nHost: x\r\n\r\n', 400, 'invalid_request'],
      ['nonsense\r\n\r\n', 400, 'invalid_request'],
      [requestText('POST', '/v1/me/students', { 'Transfer-Encoding': 'gzip' }), 400, 'invalid_request'],
      [requestText('TRACE', '/v1/students'), 404, 'not_found'],
    ];
    for (const [bytes, status, code] of rows) {
      const connection = new Connection(proxy.url);
      connection.send(bytes);
      const answer = await connection.answer();
      connection.close();
      refused(answer, status, code);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.match(answer.headers.get('request-id') ?? '', /^[0-9a-f]{32}$/);
      assert.ok(!isLoggedByService(answer));
    }
  });

  test('nginx answers pipelined requests in order', async () => {
    const connection = new Connection(proxy.url);
    const valid = Array.from({ length: 20 }, (_, i) => i % 2 === 0);
    const authorization = { Authorization: `Bearer ${account.read}` };
    connection.send(
      valid
        .map((good) => requestText('GET', `/v1/me/students${good ? '' : '?limit=0'}`, authorization))
        .join(''),
    );
    for (const good of valid) assert.equal((await connection.answer()).status, good ? 200 : 400);
    connection.close();
  });

  describe('request smuggling', () => {
    const hidden = () =>
      requestText('DELETE', `/v1/me/students/${UID}`, { Authorization: `Bearer ${account.write}` });
    const chunked = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;
    const post = (headers: string, body: string) =>
      `POST /v1/me/students HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.write}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
    const length = (text: string) => `Content-Length: ${Buffer.byteLength(text)}`;

    const ATTEMPTS: [name: string, bytes: () => string][] = [
      [
        'CL.TE',
        () => post(`${length(`0\r\n\r\n${hidden()}`)}\r\nTransfer-Encoding: chunked`, `0\r\n\r\n${hidden()}`),
      ],
      ['TE.CL', () => post('Transfer-Encoding: chunked\r\nContent-Length: 4', chunked(hidden()))],
      ['an unknown coding', () => post(`Transfer-Encoding: xchunked\r\n${length(hidden())}`, hidden())],
      [
        'a space before the colon',
        () => post(`Transfer-Encoding : chunked\r\n${length(hidden())}`, hidden()),
      ],
      ['a tab in the coding', () => post(`Transfer-Encoding:\tchunked\r\n${length(hidden())}`, hidden())],
      ['a folded coding', () => post(`Transfer-Encoding:\r\n chunked\r\n${length(hidden())}`, hidden())],
      [
        'two codings',
        () => post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', chunked(hidden())),
      ],
      [
        'a coding after a bare LF',
        () => post(`X: x\nTransfer-Encoding: chunked\r\n${length(hidden())}`, hidden()),
      ],
      ['two lengths', () => post(`Content-Length: 0\r\n${length(hidden())}`, hidden())],
      ['a list of lengths', () => post(`Content-Length: 0, ${Buffer.byteLength(hidden())}`, hidden())],
      ['a length with a sign', () => post(`Content-Length: +${Buffer.byteLength(hidden())}`, hidden())],
      [
        'a chunk size that overflows',
        () => post('Transfer-Encoding: chunked', `10000000000000000\r\n${hidden()}`),
      ],
      [
        'a chunk extension with a line end',
        () => post('Transfer-Encoding: chunked', `2;\nx\r\n{}\r\n0\r\n\r\n`),
      ],
      ['the body of a POST', () => post(length(hidden()), hidden())],
      ['a chunked body', () => post('Transfer-Encoding: chunked', chunked(hidden()))],
      [
        'the body of a GET',
        () => requestText('GET', '/v1/me/students', { Authorization: `Bearer ${account.read}` }, hidden()),
      ],
      [
        'the body of a DELETE',
        () =>
          requestText(
            'DELETE',
            '/v1/me/students/10020',
            { Authorization: `Bearer ${account.write}` },
            hidden(),
          ),
      ],
      ['a header name with NUL', () => post(`Content-Le\0ngth: 0\r\n${length(hidden())}`, hidden())],
    ];
    for (const [name, bytes] of ATTEMPTS)
      test(`nginx and the service read no second request out of ${name}`, async () => {
        const before = await state();
        const connection = new Connection(proxy.url);
        connection.send(bytes());
        const first = await connection.answer();
        assert.ok([200, 400, 404].includes(first.status), `${first.status} ${first.text}`);
        connection.close();
        // A smuggled request would corrupt the responses to the next requests on nginx's keep-alive connections.
        for (let i = 0; i < 4; i += 1) {
          const next = await call(proxy, account.read, 'GET', `/me/students/${UID}`);
          assert.deepEqual([next.status, next.body], [200, before]);
        }
      });
  });
});

describe('unavailable service', () => {
  let proxy: Nginx;
  /** Servers that close the connection when a request arrives. */
  let cutters: Server[];
  let receivedMethods: string[];
  before(async () => {
    cutters = [0, 1].map(() =>
      createServer((socket) => {
        socket.on('error', () => {});
        socket.on('data', (data: Buffer) => {
          receivedMethods.push(String(data.toString().split(' ')[0]));
          socket.destroy();
        });
      }).listen(0, '127.0.0.1'),
    );
    await Promise.all(cutters.map((cutter) => once(cutter, 'listening')));
    proxy = await startNginx(
      cutters.map((cutter) => `http://127.0.0.1:${(cutter.address() as { port: number }).port}`),
    );
  });
  after(async () => {
    await proxy?.stop();
    for (const cutter of cutters) cutter.close();
  });

  for (const [method, status, code] of [
    ['GET', 503, 'unavailable'],
    ['POST', 500, 'internal_error'],
    ['PATCH', 500, 'internal_error'],
    ['DELETE', 500, 'internal_error'],
  ] as const)
    test(`a ${method} whose upstream connection is cut is answered ${status} and was sent ${method === 'GET' ? 'twice' : 'once'}`, async () => {
      // nginx skips a failed upstream for fail_timeout, 2 s.
      await new Promise((resolve) => setTimeout(resolve, 3_200));
      receivedMethods = [];
      const answer = await call(
        proxy,
        'rollbook_x',
        method,
        '/me/students',
        method === 'GET' ? undefined : '{}',
      );
      refused(answer, status, code);
      assert.equal(answer.headers.get('retry-after'), status === 503 ? '1' : null);
      assert.deepEqual(receivedMethods, method === 'GET' ? ['GET', 'GET'] : [method]);
    });

  test('every method is sent to the other instance when the first one refuses connections', async (t) => {
    const service = await startService();
    const nginx = await startNginx([`http://127.0.0.1:${await freePort()}`, service.url]);
    t.after(() => nginx.stop());
    const { write } = await service.account();
    const path = `/me/students/${UID}`;
    const wasRefused = async (method: string) =>
      (await nginx.accessLog()).some(
        (line) => line.method === method && /502/.test(String(line.upstreamStatus)),
      );
    // nginx skips the one that refused for fail_timeout, 2 s, and then sends it one request.
    for (const [method, target, status, body] of [
      ['POST', '/me/students', 201, JSON.stringify(STATE)],
      ['PATCH', path, 200, '{"level":7}'],
      ['GET', path, 200],
      ['DELETE', path, 200],
    ] as const) {
      const send = async () => {
        if (method === 'POST') await service.call(write, 'DELETE', path);
        else await service.call(write, 'POST', '/me/students', STATE);
        const answer = await call(nginx, write, method, target, body);
        assert.equal(answer.status, status, `${method}: ${answer.text}`);
        return wasRefused(method);
      };
      await until(`${method} was refused once`, send, { every: 200 });
    }
    await service.stop();
  });

  test('every method is answered 503 with Retry-After when the service is not running', async () => {
    const service = await startService();
    const nginx = await startNginx([service.url]);
    try {
      const account = await service.account();
      assert.equal((await call(nginx, account.read, 'GET', '/me/students')).status, 200);
      await service.stop();
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
        const answer = await call(
          nginx,
          account.write,
          method,
          `/me/students/${UID}`,
          method === 'GET' ? undefined : '{}',
        );
        refused(answer, 503, 'unavailable');
        assert.equal(answer.headers.get('retry-after'), '1');
        assert.equal(answer.headers.get('cache-control'), 'no-store');
        assert.ok(answer.headers.get('request-id'));
      }
    } finally {
      await nginx.stop();
    }
  });
});
