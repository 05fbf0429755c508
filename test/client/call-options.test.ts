import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, describe, type TestContext, test } from 'node:test';
import { Rollbook, type RollbookOptions } from '../../client/index.ts';
import manifest from '../../client/package.json' with { type: 'json' };
import { type ServiceHere, serveHere } from '../serve-here.ts';
import type { Account } from '../service.ts';
import { failure } from './failure.ts';

const STATE = { studentUid: '10010', tier: 3, weaponTier: 0 };

/** A client of a server that answers as told, and the methods of the requests that were sent, arrived or not. */
async function connect(t: TestContext, answer: RequestListener, options: Partial<RollbookOptions> = {}) {
  const sent: string[] = [];
  const server = createServer(answer);
  t.after(() => server.close().closeAllConnections());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const rollbook = new Rollbook({
    baseUrl,
    apiKey: 'key',
    fetch: (url, init) => {
      sent.push(init?.method ?? 'GET');
      return fetch(url, init);
    },
    ...options,
  });
  return { rollbook, sent };
}

const answerError =
  (status: number, code: string, headers = {}): RequestListener =>
  (_request, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error: { code, message: '시험', docs: 'http://localhost/docs' } }));
const hang: RequestListener = () => {};

describe('options of a call', () => {
  test('maxRetries is how often a request is sent again, for a call or for all', async (t) => {
    const { rollbook, sent } = await connect(t, answerError(503, 'unavailable'), { maxRetries: 1 });
    for (const [maxRetries, count] of [
      [undefined, 2],
      [0, 1],
      [2, 3],
    ] as const) {
      sent.length = 0;
      assert.equal((await failure(rollbook.roster.get('10010', { maxRetries }))).code, 'unavailable');
      assert.equal(sent.length, count);
      sent.length = 0;
      await failure(rollbook.roster.patch('10010', { level: 5 }, { maxRetries }));
      assert.equal(sent.length, count);
    }
  });

  test('a write of unknown outcome is sent as often as maxRetries says, and never without a look', async (t) => {
    const { rollbook, sent } = await connect(t, (request, response) =>
      request.method === 'GET'
        ? answerError(404, 'student_not_recruited')(request, response)
        : answerError(500, 'internal_error')(request, response),
    );
    for (const [maxRetries, methods] of [
      [0, 'POST'],
      [1, 'POST GET POST GET'],
    ] as const) {
      sent.length = 0;
      const error = await failure(rollbook.roster.register(STATE, { maxRetries }));
      assert.deepEqual([error.code, error.mayBeProcessed], ['internal_error', true]);
      assert.equal(sent.join(' '), methods);
    }
  });

  test('timeoutMs ends an attempt, for a call or for all', async (t) => {
    const { rollbook, sent } = await connect(t, hang, { timeoutMs: 60_000, maxRetries: 1 });
    const error = await failure(rollbook.roster.get('10010', { timeoutMs: 20 }));
    assert.equal(error.code, 'timeout');
    assert.match(error.message, /^No answer from http:\/\/127\.0\.0\.1:\d+ within 20 ms\.$/);
    assert.equal(sent.length, 2);
  });

  test('deadlineMs ends a call that is not answered', async (t) => {
    const { rollbook, sent } = await connect(t, hang);
    const error = await failure(rollbook.roster.register(STATE, { deadlineMs: 50 }));
    assert.deepEqual(
      [error.code, error.message, error.mayBeProcessed],
      ['timeout', 'The call did not end within its 50 ms.', true],
    );
    assert.equal(sent.length, 1);
  });

  test('deadlineMs covers all pages of a list', async (t) => {
    let pages = 0;
    const { rollbook } = await connect(t, (_request, response) => {
      pages += 1;
      // The clock, not the number of pages, must end the list.
      setTimeout(() => response.end(JSON.stringify({ students: [STATE], nextCursor: String(pages) })), 5);
    });
    const error = await failure(rollbook.roster.list({ deadlineMs: 100 }).toArray());
    assert.equal(error.code, 'timeout');
  });

  test('deadlineMs covers a sync, which then reports what was not written', async (t) => {
    const { rollbook } = await connect(t, (request, response) => {
      if (request.url === '/catalogue.json')
        response.end(
          JSON.stringify({
            students: [{ studentUid: '10010', names: { ko: '', ja: '', en: '' }, aliases: [], forms: [] }],
          }),
        );
      else if (request.method === 'GET') response.end(JSON.stringify({ students: [], nextCursor: null }));
    });
    const { failed } = await rollbook.roster.sync([STATE], { deadlineMs: 2_000 });
    assert.deepEqual(
      failed.map(({ error }) => [error.code, error.message]),
      [['timeout', 'The call did not end within its 2000 ms.']],
    );
  });

  test('a wait that would outlast the deadline is not begun', async (t) => {
    const { rollbook, sent } = await connect(t, answerError(429, 'rate_limited', { 'retry-after': '600' }), {
      onRetry: () => assert.fail('waits'),
    });
    const error = await failure(rollbook.roster.get('10010', { deadlineMs: 60_000 }));
    assert.deepEqual([error.code, error.retryAfterMs], ['rate_limited', 600_000]);
    assert.equal(sent.length, 1);
  });

  test('a call does not wait longer than its maxWaitMs for a limit that another call has met', async (t) => {
    const abort = new AbortController();
    const { rollbook, sent } = await connect(t, answerError(429, 'rate_limited', { 'retry-after': '60' }), {
      onRetry: () => met.resolve(undefined),
    });
    const met = Promise.withResolvers();
    const waiting = assert.rejects(rollbook.roster.get('10010', { signal: abort.signal }), /^Error: enough$/);
    await met.promise;
    assert.equal((await failure(rollbook.roster.get('10011', { maxWaitMs: 0 }))).code, 'rate_limited');
    abort.abort(new Error('enough'));
    await waiting;
    assert.equal(sent.length, 1);
  });

  test('the signal of the client ends calls without one of their own', async (t) => {
    const { signal } = new AbortController();
    const { rollbook } = await connect(t, hang, { signal: AbortSignal.abort(new Error('closed')) });
    await assert.rejects(rollbook.roster.get('10010'), /^Error: closed$/);
    assert.equal((await failure(rollbook.roster.get('10010', { signal, deadlineMs: 20 }))).code, 'timeout');
  });
});

test('the client names itself and its version, unless it is told another name', async (t) => {
  const names: (string | undefined)[] = [];
  const noteName: RequestListener = ({ headers }, response) => {
    names.push(headers['user-agent']);
    response.end(JSON.stringify(STATE));
  };
  await (await connect(t, noteName)).rollbook.roster.get('10010');
  await (await connect(t, noteName, { userAgent: 'my-bot/2' })).rollbook.roster.get('10010');
  assert.deepEqual(names, [`rollbook-client/${manifest.version}`, 'my-bot/2']);
});

describe('withResponse', () => {
  let service: ServiceHere;
  let account: Account;
  let rollbook: Rollbook;
  before(async () => {
    service = await serveHere({ env: { ROLLBOOK_READ_LIMIT: '1000', ROLLBOOK_WRITE_LIMIT: '2000' } });
    account = await service.account();
    rollbook = new Rollbook({ baseUrl: `${service.url}/v1`, apiKey: account.write });
  });

  test('gives the last response, and what is left of each limit that counted a request', async () => {
    const { data, response, limits } = await rollbook.roster.ensure(STATE).withResponse();
    assert.equal(data.outcome, 'registered');
    assert.deepEqual([response.status, response.headers.get('location')], [201, '/v1/me/students/10010']);
    const { read, write } = limits;
    assert.deepEqual([read?.limit, read?.remaining], [1000, 999]);
    assert.deepEqual([write?.limit, write?.remaining], [2000, 1999]);
    assert.ok(Number(read?.resetSeconds) <= 60 && Number(write?.resetSeconds) > 60);
  });

  test('is there for every call that returns a promise, lists and searches too', async () => {
    const { roster, students } = rollbook;
    const calls = [
      () => roster.list(),
      () => roster.list().page(),
      () => roster.list().toArray(),
      () => roster.get('10010'),
      () => roster.patch('10010', { level: 5 }),
      () => students.search('a'),
      () => students.resolve('시로코'),
      () => students.catalogue(),
      () => roster.plan([STATE]),
      () => roster.sync([STATE]),
      () => roster.remove('10010'),
      () => roster.register(STATE),
    ];
    for (const call of calls) {
      const { data, response } = await call().withResponse();
      assert.ok(data);
      assert.ok([200, 201, 304].includes(response.status));
    }
  });

  test('fails as the call does', async () => {
    assert.equal((await failure(rollbook.roster.get('99999').withResponse())).code, 'not_found');
  });
});
