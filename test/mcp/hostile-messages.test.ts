import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { serveHere } from '../serve-here.ts';
import type { Account } from '../service.ts';
import { assertBelow, until } from '../until.ts';
import { useProcess } from '../use-service.ts';
import { MODERN_VERSION } from './mcp-client.ts';

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

const service = await useProcess({ env: { ROLLBOOK_CORS_ORIGINS: '*' } });
let account: Account;
after(async () => {
  const text = service.stdout();
  await service.stop();
  assert.doesNotMatch(text, /"level":"error"/);
});
/** For each suite, because an account may send 120 messages a minute. */
const createAccount = async () => {
  account = await service.account();
};

interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** With any Host, which `fetch` does not send. */
function post(body: unknown, headers: Record<string, string> = {}, method = 'POST'): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${service.url}/mcp`,
      { method, headers: { ...HEADERS, authorization: `Bearer ${account.write}`, ...headers } },
      async (response) => {
        let text = '';
        for await (const part of response.setEncoding('utf8')) text += part;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      },
    );
    sent.on('error', reject);
    if (method === 'POST') sent.write(typeof body === 'string' ? body : JSON.stringify(body));
    sent.end();
  });
}

/** A message of the protocol without sessions. */
function postModern(method: string, params: object = {}, headers: Record<string, string> = {}) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN_VERSION,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
  };
  const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } };
  return post(message, { 'mcp-protocol-version': MODERN_VERSION, 'mcp-method': method, ...headers });
}

const call = (name: unknown, input: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
});

describe('Host and Origin', () => {
  before(createAccount);

  test('only the names of the service are served', async () => {
    const { port } = new URL(service.url);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LocalHost:${port}`, `[::1]:${port}`])
      assert.equal((await post(LIST, { host })).status, 200, host);
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      'localhost',
      '127.0.0.1:1',
      `localhost.evil:${port}`,
    ]) {
      const answer = await post(LIST, { host });
      assert.equal(answer.status, 403, host);
      assert.equal(JSON.parse(answer.text).error.code, 'forbidden');
    }
  });

  test('a request of HTTP/1.0 without a Host is refused', async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    const body = JSON.stringify(LIST);
    const head = { ...HEADERS, authorization: `Bearer ${account.write}`, 'content-length': body.length };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST /mcp HTTP/1.0\r\n${lines.join('')}\r\n${body}`);
    const [answer] = await once(socket.setEncoding('utf8'), 'data');
    assert.match(answer, /^HTTP\/1\.1 403 /);
    socket.destroy();
  });

  test('the host of ROLLBOOK_PUBLIC_URL is served as well', async () => {
    const other = await serveHere({ env: { ROLLBOOK_PUBLIC_URL: 'https://rollbook.example' } });
    const { write } = await other.account();
    const { port } = new URL(other.url);
    const send = (headers: Record<string, string>) =>
      new Promise<number>((resolve) => {
        const all = { ...HEADERS, authorization: `Bearer ${write}`, ...headers };
        const sent = request(`${other.url}/mcp`, { method: 'POST', headers: all }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        sent.end(JSON.stringify(LIST));
      });
    const host = 'rollbook.example';
    assert.equal(await send({ host }), 200);
    assert.equal(await send({ host: `${host}:443` }), 200);
    assert.equal(await send({ host, origin: 'https://rollbook.example' }), 200);
    assert.equal(await send({ host: `localhost:${port}` }), 200);
    assert.equal(await send({ host, origin: 'http://rollbook.example' }), 403);
    assert.equal(await send({ host: `${host}:80` }), 403);
  });

  test('no other origin is served, though ROLLBOOK_CORS_ORIGINS allows every one', async () => {
    assert.equal((await post(LIST, { origin: service.url })).status, 200);
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1', `${service.url}.evil`]) {
      const answer = await post(LIST, { origin });
      assert.equal(answer.status, 403, origin);
      assert.equal(answer.headers['access-control-allow-origin'], undefined);
    }
    const preflight = await post(
      '',
      { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      'OPTIONS',
    );
    assert.equal(preflight.status, 404);
    assert.equal(preflight.headers['access-control-allow-origin'], undefined);
  });
});

describe('the protocol', () => {
  before(createAccount);

  test('there are no streams and no sessions', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await post('', {}, method);
      assert.equal(answer.status, 405, method);
      assert.equal(answer.headers.allow, 'POST');
    }
    for (const method of ['PUT', 'HEAD', 'OPTIONS']) {
      const answer = await post('', {}, method);
      assert.deepEqual([answer.status, answer.headers.allow], [404, 'POST'], method);
    }
    assert.equal((await post(LIST)).headers['mcp-session-id'], undefined);
  });

  test('every handshake is answered with a version that both know', async () => {
    for (const [asked, expected] of [
      ['2024-11-05', '2024-11-05'],
      ['2025-03-26', '2025-03-26'],
      ['2025-06-18', '2025-06-18'],
      ['2025-11-25', '2025-11-25'],
      ['1999-01-01', '2025-11-25'],
      ['__proto__', '2025-11-25'],
    ] as const) {
      const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'x', version: '1' } };
      const { text } = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
      assert.equal(/"protocolVersion":"([^"]+)"/.exec(text)?.[1], expected, asked);
    }
  });

  test('there is nothing to subscribe to', async () => {
    const notifications = { toolsListChanged: true };
    assert.match((await postModern('subscriptions/listen', { notifications })).text, /"error"/);
  });

  test('without a session, what is served is told at once and kept for nobody else', async () => {
    const discovered = JSON.parse((await postModern('server/discover')).text).result;
    assert.deepEqual(discovered.supportedVersions, [MODERN_VERSION]);
    const { tools, ...listed } = JSON.parse((await postModern('tools/list')).text).result;
    assert.ok(tools.length > 10);
    for (const { ttlMs, cacheScope } of [discovered, listed])
      assert.deepEqual([ttlMs, cacheScope], [0, 'private']);
    assert.equal((await postModern('tools/list', {}, { 'mcp-method': 'tools/call' })).status, 400);
  });

  test('a tool answers with one text, with or without the handshake', async () => {
    const params = { name: 'list_roster', arguments: {} };
    for (const { text } of [
      await post(call(params.name, params.arguments)),
      await postModern('tools/call', params, { 'mcp-name': params.name }),
    ]) {
      const { content, structuredContent } = JSON.parse(text.slice(text.indexOf('{'))).result;
      assert.deepEqual(content, [{ type: 'text', text: '{"students":[],"total":0,"nextCursor":null}' }]);
      assert.equal(structuredContent, undefined);
    }
  });

  test('a batch is answered whole, up to ten messages', async () => {
    const batch = (length: number) => Array.from({ length }, (_, id) => ({ ...LIST, id }));
    const { status, text } = await post(batch(10));
    assert.equal(status, 200);
    assert.equal(text.match(/^data: /gm)?.length, 10);
    assert.equal((await post(batch(11))).status, 400);
    const repeated = await post([LIST, LIST, LIST]);
    assert.equal(repeated.status, 200);
    // The request that it cancels is answered all the same: a response must end.
    const params = { requestId: 1 };
    const cancelled = await post([LIST, { jsonrpc: '2.0', method: 'notifications/cancelled', params }]);
    assert.match(cancelled.text, /search_students/);
  });
});

describe('hostile messages', () => {
  before(createAccount);

  test('what is no message is 400', async () => {
    const bodies = [
      '',
      'null',
      '1',
      '"x"',
      '[]',
      '{}',
      '[1]',
      '[[]]',
      '{bad',
      '{"jsonrpc":"2.0"}',
      '\ufeff{}',
    ];
    for (const body of bodies) assert.equal((await post(body)).status, 400, body);
    for (const message of [
      { ...LIST, jsonrpc: '1.0' },
      { ...LIST, id: {} },
      { ...LIST, method: 1 },
    ])
      assert.equal((await post(message)).status, 400, JSON.stringify(message));
    assert.equal((await post(LIST, { 'content-type': 'text/plain' })).status, 400);
    assert.equal((await post(LIST, { accept: 'text/html' })).status, 406);
  });

  test('a body that is too large, too deep or has too many values is refused soon', async () => {
    const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    const wide = Object.fromEntries(Array.from({ length: 80_000 }, (_, i) => [`k${i}`, 1]));
    const message = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${params}}`;
    for (const body of [
      deep(500_000),
      message(`{"_meta":${deep(400_000)}}`),
      message(`{"name":"list_roster","arguments":{"filters":${deep(1_000)}}}`),
      message(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
      JSON.stringify(call('search_students', wide)),
      JSON.stringify(call('save_students', { students: Array(400_000).fill(1) })),
      JSON.stringify(call('list_roster', { fields: Array(17_000).fill('level') })),
      JSON.stringify(call('search_students', Object.fromEntries(Object.entries(wide).slice(0, 200)))),
      JSON.stringify({ ...LIST, params: { _meta: Object.fromEntries(Object.entries(wide).slice(0, 200)) } }),
      `{"a":"${'x'.repeat(1024 * 1024)}"}`,
    ])
      await assertBelow(3_000, async () => {
        const startedAt = performance.now();
        const { status, text } = await post(body);
        assert.equal(status, 400, body.slice(0, 60));
        assert.equal(JSON.parse(text).error.fields[0].field, 'body');
        return performance.now() - startedAt;
      });
  });

  test('an error of the protocol is short, however many values of the message are wrong', async () => {
    const clientInfo = { name: 'x', version: '1', icons: Array(5_000).fill(1) };
    const capabilities = { experimental: Object.fromEntries(Array.from({ length: 99 }, (_, i) => [i, 1])) };
    const params = { protocolVersion: '2025-06-18', capabilities, clientInfo };
    for (const message of [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params },
      { ...call('list_roster', {}), params: { name: 'list_roster', arguments: clientInfo.icons, params } },
    ]) {
      const { text } = await post(message);
      assert.match(text, /"error":\{"code":-3260[23],"message":".*expected/);
      assert.ok(text.length < 1_000, `${text.length}`);
    }
  });

  test('names of prototypes are names like any other', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', {}, null, 1, ['search_students']])
      assert.match((await post(call(name, {}))).text, /"error":\{"code":-3260[12]/);
    assert.match((await post({ ...LIST, method: '__proto__' })).text, /-32601/);
    const fields = ['__proto__', 'constructor', 'hasOwnProperty'];
    assert.match((await post(call('list_roster', { fields }))).text, /must be one of tier/);
    const student = '{"studentUid":"10000","tier":1,"weaponTier":0,"__proto__":{"level":1}}';
    const message = JSON.stringify(call('save_students', { students: ['X'] })).replace('"X"', student);
    assert.match((await post(message)).text, /__proto__/);
    const uids = ['__proto__', 'constructor', '../x', '..', '.', 'a/b', '%00', '\0', '\ud800', '10000?x'];
    const students = uids.map((studentUid) => ({ studentUid, tier: 1, weaponTier: 0 }));
    assert.match((await post(call('save_students', { students }))).text, /\\"registered\\":0/);
    for (const studentUid of uids)
      assert.match((await post(call('get_student', { studentUid }))).text, /not_found/, studentUid);
  });

  test('arguments of a wrong type are an error of the tool or of the protocol', async () => {
    for (const input of [null, [], 1, 'x', true])
      assert.match((await post(call('list_roster', input))).text, /-32602/);
    for (const [name, input] of [
      ['search_students', { query: 1 }],
      ['search_students', { query: 'a', limit: '5' }],
      ['search_students', { query: 'x'.repeat(201) }],
      ['list_roster', { limit: 0 }],
      ['list_roster', { filters: [{}] }],
      ['get_student', { studentUid: '' }],
      ['save_students', { students: [] }],
      ['save_students', { students: {} }],
      ['preview_import', { text: '' }],
      ['export_roster', { offset: -1 }],
      ['remove_student', { studentUid: '10000', confirm: 'true' }],
    ] as const)
      assert.match((await post(call(name, input))).text, /invalid_request/, JSON.stringify(input));
  });

  test('no answer and no log contains a key or the arguments', async () => {
    const countLogged = () => service.stdout().split('"operation":"mcpGetStudent"').length;
    const before = countLogged();
    await post(call('preview_import', { text: `${account.write} secret-text` }));
    const { text } = await post(call('get_student', { studentUid: account.write }));
    assert.equal(text.includes(account.write), false);
    await until('the later call is logged', () => countLogged() > before);
    assert.match(service.stdout(), /"operation":"mcpPreviewImport","status":200/);
    assert.equal(service.stdout().includes(account.write), false);
    assert.equal(service.stdout().includes('secret-text'), false);
  });

  test('a client that hangs up in the middle of a body or an answer harms nobody', async () => {
    const { port } = new URL(service.url);
    for (const part of ['{"jsonrpc"', JSON.stringify(LIST)]) {
      const socket = connect(Number(port), '127.0.0.1');
      const length = part.startsWith('{"jsonrpc":"2.0"') ? part.length : 100;
      socket.write(
        `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${account.write}\r\n` +
          `Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${length}\r\n\r\n${part}`,
      );
      await once(socket, 'connect');
      socket.destroy();
    }
    assert.equal((await post(LIST)).status, 200);
    assert.equal(service.process.exitCode, null);
  });
});
