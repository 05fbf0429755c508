import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { before, describe, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';
import { Connection, requestText } from '../blackbox/raw-connection.ts';
import { freePort } from '../free-port.ts';
import { type Account, type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { type Nginx, type Replacement, startNginx } from './nginx.ts';

/** A search term, no part of which may be logged. */
const TERM = 'Hifumi-is-searched-for';
const DEADLINE_MS = 20_000;

// nginx repeats the request line, with its query, in the error log of every failed request.
describe('nginx logs', () => {
  let service: Service;
  let account: Account;
  before(async () => {
    service = await startService();
    account = await service.account();
  });

  const percentEncode = (text: string) =>
    [...text].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');
  /** Ways to write a key into a path. */
  const spellings = (key: string): string[] => [
    key,
    percentEncode(key),
    percentEncode(key).toUpperCase(),
    `%72${key.slice(1)}`,
    percentEncode(percentEncode(key)),
    `${key}.json`,
    `x;key=${key}`,
    key.slice('rollbook_'.length),
    key.slice('rollbook_'.length).toLowerCase(),
  ];
  const targets = (): string[] => [
    ...spellings(account.write).flatMap((key) => [
      `/${key}`,
      `/v1/me/students/${key}`,
      `/v1/${key}/students`,
      `/docs/assets/${key}`,
      `/v1/../${key}`,
      `//${key}//`,
    ]),
    ...spellings(account.write).map((key) => `/v1/students?api_key=${key}&query=${TERM}`),
    `/v1/students?query=${percentEncode(TERM)}`,
  ];

  /** A GET of every target, and a request of each other method. */
  function requests(): string[] {
    const headers = {
      Authorization: `Bearer ${account.write}`,
      Referer: `https://rollbook.example/?key=${account.write}&query=${TERM}`,
      'User-Agent': account.write,
      'Content-Type': 'application/json',
    };
    return [
      ...targets().map((target) => requestText('GET', target, headers)),
      ...['POST', 'PATCH', 'DELETE', 'TRACE'].map((method) =>
        requestText(method, `/v1/me/students/${account.write}?query=${TERM}`, headers, '{}'),
      ),
    ];
  }

  /** Requests that nginx refuses itself. */
  function malformed(): string[] {
    const key = account.write;
    const line = `GET /v1/students/${key}?query=${TERM} HTTP/1.1\r\n`;
    const host = 'Host: x\r\n';
    return [
      requestText('GET', `/v1/${key}%zz?query=${TERM}`),
      requestText('GET', `/../${key}?query=${TERM}`),
      requestText('GET', `/${key}?query=${TERM}%00\0`),
      requestText(key, `/v1/students?query=${TERM}`),
      requestText('get', `/${key}?query=${TERM}`),
      requestText('GET', `/${'9'.repeat(20_000)}${key}?query=${TERM}`),
      requestText('GET', `/${key}?query=${TERM}`, { 'X-Filler': 'x'.repeat(40_000) }),
      requestText('GET', `/${key}?query=${TERM}`, { Host: `x/${key}` }),
      requestText('POST', `/${key}?query=${TERM}`, { 'Transfer-Encoding': 'gzip' }),
      requestText('POST', `/${key}?query=${TERM}`, { 'Content-Length': '1048577' }),
      requestText('POST', `/${key}?query=${TERM}`, { 'Content-Length': '-1' }),
      `GET /v1/students/${key}?query=${TERM} HTTP/3.0\r\n${host}\r\n`,
      `GET /v1/students/${key}?query=${TERM}\r\n`,
      `${line}\r\n`,
      `${line}${host}${host}\r\n`,
      `${line}${host}${key}\r\n\r\n`,
      `${line}${host}Content-Le\0ngth: ${key}\r\n\r\n`,
      `GET https://${key}/${key}?query=${TERM} HTTP/1.1\r\n${host}\r\n`,
    ];
  }

  /** Sends each text on a new connection, four at a time; returns the statuses. */
  async function send(proxy: Nginx, texts: string[]): Promise<number[]> {
    const waiting = [...texts];
    const statuses: number[] = [];
    const sender = async () => {
      for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
        const connection = new Connection(proxy.url);
        connection.send(text);
        // An HTTP/0.9 response has no head to read.
        const answer = await connection.answer({ within: DEADLINE_MS }).catch(() => undefined);
        if (answer !== undefined) statuses.push(answer.status);
        connection.close();
      }
    };
    await Promise.all(Array.from({ length: 4 }, sender));
    return statuses;
  }

  /** Waits for the lines, then checks that no log holds the key or the term, in any encoding. */
  async function checkLogs(proxy: Nginx, lines: number): Promise<Record<string, unknown>[]> {
    const startedAt = performance.now();
    while ((await proxy.accessLog()).length < lines) {
      assert.ok(
        performance.now() - startedAt < DEADLINE_MS,
        `fewer than ${lines} lines in the permission log`,
      );
      await pause(50);
    }
    let text = await proxy.allLogs();
    const secret = account.write.slice('rollbook_'.length, -6);
    for (let times = 0; times < 3; times += 1) {
      for (const forbidden of [secret, TERM])
        for (const line of text.split('\n'))
          assert.ok(!line.toLowerCase().includes(forbidden.toLowerCase()), `logged: ${line.slice(0, 1000)}`);
      text = text.replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
    }
    return proxy.accessLog();
  }

  async function start(t: TestContext, upstreams: string[], options?: Parameters<typeof startNginx>[1]) {
    const proxy = await startNginx(upstreams, options);
    t.after(() => proxy.stop());
    return proxy;
  }

  test('nginx logs neither keys nor queries while the service answers, and plain paths unchanged', async (t) => {
    const proxy = await start(t, [service.url]);
    const plain = [
      '/v1/students',
      '/v1/me/students',
      '/v1/me/students/10010',
      '/v1/openapi.json',
      '/docs/en',
      '/docs/assets/style.0123456789.css',
      '/healthz',
      '/',
    ];
    await send(
      proxy,
      plain.map((path) => requestText('GET', path)),
    );
    const first = await checkLogs(proxy, plain.length);
    assert.deepEqual(first.map(({ path }) => path).sort(), plain.toSorted());
    const statuses = await send(proxy, requests());
    assert.ok(statuses.includes(200) && statuses.includes(404), `${statuses}`);
    const all = await checkLogs(proxy, plain.length + statuses.length);
    assert.ok(all.some(({ path }) => path === '(not logged)'));
  });

  test('nginx logs neither keys nor queries of requests that are malformed, incomplete or not in TLS', async (t) => {
    const proxy = await start(t, [service.url]);
    const statuses = await send(proxy, malformed());
    assert.ok(statuses.length >= malformed().length - 1 && statuses.includes(400), `${statuses}`);
    const { port } = new URL(proxy.url);
    const line = `GET /${account.write}?query=${TERM} HTTP/1.1\r\n`;

    const insecure = new Connection(proxy.url.replace('https', 'http'));
    insecure.send(`${line}Host: x\r\n\r\n`);
    assert.equal((await insecure.answer()).status, 400);
    insecure.close();

    // Sends half a head, then bytes that are not valid TLS records.
    for (const rest of [Buffer.from('x'.repeat(100)), Buffer.from([23, 3, 3, 0, 32, ...Array(32).fill(7)])]) {
      const raw = connect(Number(port), '127.0.0.1');
      const secure = connectSecurely({ socket: raw, host: '127.0.0.1' });
      secure.on('error', () => {});
      await once(secure, 'secureConnect');
      secure.write(line);
      await pause(100);
      raw.write(rest);
      await Promise.race([once(raw, 'close'), pause(1_000)]);
      raw.destroy();
    }
    await checkLogs(proxy, statuses.length + 1);
  });

  test('nginx logs which upstream failed, but neither keys nor queries, when no service is running', async (t) => {
    const proxy = await start(t, await unusedAddresses());
    const statuses = await send(proxy, [...requests(), ...malformed()]);
    assert.ok(statuses.includes(503), `${statuses}`);
    const lines = await checkLogs(proxy, statuses.length);
    const failed = lines.filter(({ upstreamStatus }) => String(upstreamStatus).includes('502'));
    assert.ok(failed.length > 0, 'no line shows the failed upstream');
    assert.match(String(failed[0]?.upstream), /127\.0\.0\.1:\d+/);
  });
  const unusedAddresses = async () => [
    `http://127.0.0.1:${await freePort()}`,
    `http://127.0.0.1:${await freePort()}`,
  ];

  const shortTimeouts: Replacement[] = [
    [/proxy_read_timeout 40s;/, 'proxy_read_timeout 300ms;'],
    [/max_fails=1 fail_timeout=2s/, 'max_fails=0'],
  ];
  /** Starts a server that reacts to the first bytes of each connection; returns its port. */
  async function startBrokenService(t: TestContext, answer: (socket: Socket) => void): Promise<number> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
      socket.once('data', () => answer(socket));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    t.after(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    return (server.address() as AddressInfo).port;
  }
  const FAULTS: [name: string, answer: (socket: Socket) => void, upstreamStatus: RegExp][] = [
    ['does not answer in time', () => {}, /504/],
    ['closes the connection', (socket) => socket.destroy(), /502/],
    ['answers with a malformed head', (socket) => socket.end('HTTP/1.1 200 OK\r\nX\0: x\r\n\r\n'), /502/],
    [
      'answers with an oversized head',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}`),
      /502/,
    ],
    [
      'breaks off its response',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nx'),
      /200/,
    ],
  ];
  for (const [name, answer, upstreamStatus] of FAULTS)
    test(`nginx logs neither keys nor queries when the service ${name}`, async (t) => {
      const port = await startBrokenService(t, answer);
      const proxy = await start(t, [`http://127.0.0.1:${port}`], { replacements: shortTimeouts });
      const some = requests().filter((_, i, all) => i % 9 === 0 || i >= all.length - 4);
      await send(proxy, some);
      const lines = await checkLogs(proxy, some.length);
      assert.ok(
        lines.some((line) => upstreamStatus.test(String(line.upstreamStatus))),
        JSON.stringify(lines.slice(0, 3)),
      );
    });

  test('nginx logs neither keys nor queries when it cannot buffer a request body', async (t) => {
    const proxy = await start(t, [service.url]);
    await rm(join(proxy.folder, 'client_body'), { recursive: true });
    const path = `/v1/me/students/${account.write}?query=${TERM}`;
    const text = requestText(
      'PATCH',
      path,
      { Authorization: `Bearer ${account.write}` },
      'x'.repeat(500_000),
    );
    const statuses = await send(proxy, [text]);
    assert.deepEqual(statuses, [503]);
    await checkLogs(proxy, 1);
  });

  test('nginx logs that it has no connections left, but neither keys nor queries', async (t) => {
    let reached = 0;
    const port = await startBrokenService(t, () => {
      reached += 1;
    });
    // Two are nginx's own, and each client takes one and one to the service: the fifth finds none for the service.
    const proxy = await start(t, [`http://127.0.0.1:${port}`], { connections: 11 });
    const text = requestText('GET', `/v1/me/students/${account.write}?query=${TERM}`);
    const held: Connection[] = [];
    t.after(() => {
      for (const connection of held) connection.close();
    });
    const open = (sent: string) => {
      const connection = new Connection(proxy.url);
      held.push(connection);
      connection.send(sent);
      return connection;
    };
    let outcome: number | string | undefined;
    // One after the other, because nginx closes connections on which nothing was asked yet if it has no others left.
    while (outcome === undefined) {
      const answer = open(text).answer({ within: DEADLINE_MS });
      answer.then(
        ({ status }) => {
          outcome = status;
        },
        ({ message }) => {
          outcome = message;
        },
      );
      await until('an answer', () => outcome !== undefined || reached === held.length);
    }
    assert.equal(outcome, 503);
    // Of the next two one takes the last, and none is left to accept the other.
    open(text.slice(0, 9));
    open(text.slice(0, 9));
    const startedAt = performance.now();
    while (!/worker_connections are not enough/.test(await proxy.allLogs())) {
      assert.ok(performance.now() - startedAt < DEADLINE_MS, await proxy.allLogs());
      await pause(50);
    }
    for (const connection of held) connection.close();
    await checkLogs(proxy, 1);
  });
});
