import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Rollbook, type RollbookError } from '../../client/index.ts';
import { failure } from './failure.ts';
import { answerWithoutEnd, connect, MEGABYTE } from './hostile-server.ts';

const STATE = { studentUid: '10010', tier: 3, weaponTier: 0 };
const SPACES = Buffer.alloc(64 * 1024, ' ');
const TOO_LONG = 'The answer is longer than 16 MB. Check the base URL.';

const CALLS: Record<string, (rollbook: Rollbook) => Promise<unknown>> = {
  'a page of the roster': ({ roster }) => roster.list().toArray(),
  'a student': ({ roster }) => roster.get('10010'),
  'the outcome of a write': ({ roster }) => roster.patch('10010', { level: 5 }),
  'the changes': ({ roster }) => Array.fromAsync(roster.changes()),
  'the catalogue': ({ students }) => students.resolve('시로코'),
  'the growth facts': (rollbook) => rollbook.growthFacts(),
  'the goals': ({ goals }) => goals.list(),
};

/** Counts what a client reads of the decompressed answers. */
function countingFetch() {
  const counted = { bytes: 0 };
  const counting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        counted.bytes += chunk.length;
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body?.pipeThrough(counter), response);
  };
  return { counted, fetch: counting };
}

describe('a client reads no answer without an end', () => {
  for (const [name, call] of Object.entries(CALLS))
    for (const status of [200, 400, 503])
      test(`${name} with status ${status}: disconnects after 16 MB`, async (t) => {
        const { answer, sent } = answerWithoutEnd(status, {}, SPACES);
        const { counted, fetch } = countingFetch();
        const { rollbook } = await connect(t, answer, { fetch });
        const error = await failure(call(rollbook));
        assert.deepEqual([error.code, error.message], ['unexpected_response', TOO_LONG]);
        // The buffers of both ends of the connection hold some more.
        assert.ok((await sent) < 64 * MEGABYTE, `${await sent} bytes were sent`);
        assert.ok(counted.bytes < 17 * MEGABYTE, `${counted.bytes} bytes were read`);
      });

  test('a compressed answer is read up to 16 MB of what it becomes', async (t) => {
    const bomb = gzipSync(Buffer.alloc(256 * MEGABYTE, ' '));
    const { counted, fetch } = countingFetch();
    const headers = { 'content-encoding': 'gzip' };
    const { rollbook } = await connect(
      t,
      (_request, response) => response.writeHead(200, headers).end(bomb),
      {
        fetch,
      },
    );
    assert.equal((await failure(rollbook.roster.get('10010'))).message, TOO_LONG);
    assert.ok(counted.bytes < 17 * MEGABYTE, `${counted.bytes} bytes were read`);
  });

  test('an answer that is too long leaves the outcome of a write open, and is not asked for again by a read', async (t) => {
    const methods: string[] = [];
    const { answer } = answerWithoutEnd(200, {}, SPACES);
    const { rollbook } = await connect(
      t,
      (request, response) => {
        methods.push(request.method ?? '');
        if (request.method === 'PATCH') answer(request, response);
        else response.end(JSON.stringify({ ...STATE, level: 5 }));
      },
      { maxRetries: 1 },
    );
    assert.equal((await rollbook.roster.patch('10010', { level: 5 })).level, 5);
    assert.deepEqual(methods, ['PATCH', 'GET']);
    const endless = await connect(t, answer, { maxRetries: 5, onRetry: () => assert.fail('asks again') });
    assert.equal((await failure(endless.rollbook.roster.get('10010'))).mayBeProcessed, false);
  });

  test('an answer that drips ends with the timeout of the attempt', async (t) => {
    const { rollbook } = await connect(t, (_request, response) => {
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    });
    assert.equal((await failure(rollbook.roster.get('10010', { timeoutMs: 200 }))).code, 'timeout');
    assert.equal((await failure(rollbook.students.catalogue({ deadlineMs: 200 }))).code, 'timeout');
  });

  test('headers without an end are a broken connection', async (t) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 200 OK\r\n');
      const send = () => {
        while (!socket.destroyed && socket.bytesWritten < 64 * MEGABYTE)
          if (!socket.write(`a: ${'b'.repeat(4_000)}\r\n`)) return;
      };
      socket.on('drain', send);
      send();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    t.after(() => server.close());
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const { roster } = new Rollbook({ baseUrl, maxRetries: 0 });
    assert.equal((await failure(roster.get('10010'))).code, 'connection_failed');
  });

  test('an answer that is too long is refused in a runtime without streams, too', async () => {
    const connectTo = (text: string) =>
      new Rollbook({
        baseUrl: 'http://localhost/v1',
        fetch: async () =>
          ({ ok: true, status: 200, headers: new Headers(), text: async () => text }) as unknown as Response,
      });
    assert.deepEqual(await connectTo(JSON.stringify(STATE)).roster.get('10010'), STATE);
    const long = JSON.stringify(STATE) + ' '.repeat(16 * MEGABYTE);
    assert.equal((await failure(connectTo(long).roster.get('10010'))).message, TOO_LONG);
  });
});

describe('a client ends a listing that the service does not end', () => {
  const countPages = async (
    t: TestContext,
    page: (number: number) => object,
    read: (one: Rollbook) => Promise<unknown>,
  ) => {
    let pages = 0;
    const { rollbook } = await connect(t, (_request, response) => {
      pages += 1;
      response.end(JSON.stringify(page(pages)));
    });
    const error = await failure(read(rollbook));
    assert.equal(
      error.message,
      'The list does not end: it has more than 1000 pages or 32 MB. Check the base URL.',
    );
    return pages;
  };

  test('a listing whose cursors are always new ends after a thousand pages', async (t) => {
    const page = (number: number) => ({ students: [{ ...STATE, name: '' }], nextCursor: String(number) });
    assert.equal(await countPages(t, page, ({ roster }) => roster.list().toArray()), 1_001);
    assert.equal(await countPages(t, page, ({ students }) => Array.fromAsync(students.search('a'))), 1_001);
  });

  test('a listing whose pages are long ends after 32 MB', async (t) => {
    const later = 'x'.repeat(10 * MEGABYTE);
    const page = (number: number) => ({ students: [{ ...STATE, later }], nextCursor: String(number) });
    assert.equal(await countPages(t, page, ({ roster }) => roster.list().toArray()), 4);
  });

  test('changes whose last number moves on end after a thousand pages', async (t) => {
    const page = (number: number) => ({
      changes: [
        { number, at: '', studentUid: '1', kind: 'changed', by: { kind: 'console' }, group: 1, fields: {} },
      ],
      lastNumber: number + 1,
    });
    assert.equal(await countPages(t, page, ({ roster }) => Array.fromAsync(roster.changes())), 1_001);
  });
});

test('no request follows a redirect, so that the key stays with the service', async (t) => {
  const visits: (string | undefined)[] = [];
  const elsewhere = await connect(t, ({ headers }, response) => {
    visits.push(headers.authorization);
    response.end(JSON.stringify(STATE));
  });
  for (const status of [301, 302, 303, 307, 308]) {
    const { rollbook } = await connect(t, ({ url }, response) =>
      response.writeHead(status, { location: `${elsewhere.origin}${url}` }).end(),
    );
    for (const call of Object.values(CALLS)) {
      const error = await failure(call(rollbook));
      assert.deepEqual([error.code, error.status], ['unexpected_response', status]);
    }
  }
  assert.deepEqual(visits, []);
});

test('an answer with more values than any of Rollbook is refused before they are created', async (t) => {
  const later = `[${'{},'.repeat(500_000)}0]`;
  const body = JSON.stringify(STATE).replace('}', `,"later":${later}}`);
  const { rollbook } = await connect(t, (_request, response) => response.end(body));
  assert.match((await failure(rollbook.roster.get('10010'))).message, /does not fit the request/);
});

test('an answer that is not UTF-8 is not JSON', async (t) => {
  const { rollbook } = await connect(t, (_request, response) =>
    response.end(
      Buffer.concat([
        Buffer.from('{"studentUid":"'),
        Buffer.from([0xff]),
        Buffer.from('","tier":3,"weaponTier":0}'),
      ]),
    ),
  );
  assert.match((await failure(rollbook.roster.get('10010'))).message, /not whole, or not JSON/);
});

test('the texts and fields of an error are bounded, whatever the service says', async (t) => {
  const long = 'x'.repeat(100_000);
  const fields = Array.from({ length: 20_000 }, (_, at) => ({
    field: at === 0 ? long : `field${at}`,
    message: '시험',
  }));
  const body = { error: { code: 'invalid_request', message: long, docs: long, fields } };
  const { rollbook } = await connect(t, (_request, response) =>
    response.writeHead(400).end(JSON.stringify(body)),
  );
  const error: RollbookError = await failure(rollbook.roster.patch('10010', { level: 5 }));
  assert.equal(error.fields.length, 1_000);
  assert.equal(error.message.length, 4_001);
  for (const text of [error.serverMessage, error.docs, error.fields[0]?.field])
    assert.equal(text?.length, 1_001);
});
