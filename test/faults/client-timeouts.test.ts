import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import students from '../../data/students.json' with { type: 'json' };
import { requestText } from '../blackbox/raw-connection.ts';
import { bareState } from '../blackbox/spec-fields.ts';
import { writer } from '../blackbox/writer.ts';
import { spawnCommand } from '../spawn-command.ts';
import { until } from '../until.ts';
import { useProcess } from '../use-service.ts';

/** The timeouts of the service: for a request's head, for a whole request, and between two requests. */
const HEAD_S = 10;
const REQUEST_S = 30;
const KEEP_ALIVE_S = 75;
/** How much later a busy machine may end a connection. Costs no time, as the longest timeout is longer. */
const LATE_S = 30;
/** How long before its time is over a client goes on reading. */
const EARLY_S = 8;

const service = await useProcess();
let key: string;
before(async () => {
  ({ key } = await writer(service));
  await service.call(key, 'POST', '/me/students', { studentUid: '10010', tier: 3, weaponTier: 0 });
});

const requestHead = (method: string, path: string, bearer: string | undefined, length: string) =>
  requestText(
    method,
    path,
    {
      ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
      'Content-Type': 'application/json',
      [length === 'chunked' ? 'Transfer-Encoding' : 'Content-Length']: length,
    },
    '',
  );
const PATH = '/v1/me/students/10010';
const PARTIAL_HEAD = 'GET /v1/me/students HTTP/1.1\r\nHost: x\r\n';
const PROBE = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

const rows: [name: string, first: () => string, repeated: string, closedAfter: number][] = [
  ['nothing', () => '', '', HEAD_S],
  ['blank lines', () => '', '\r\n', HEAD_S],
  ['a head, line by line', () => PARTIAL_HEAD, 'X: y\r\n', HEAD_S],
  ['a second head, line by line', () => PROBE + PARTIAL_HEAD, 'X: y\r\n', HEAD_S],
  ['a body, byte by byte', () => requestHead('PATCH', PATH, key, '1000'), ' ', REQUEST_S],
  ['a body, chunk by chunk', () => requestHead('PATCH', PATH, key, 'chunked'), '1\r\n \r\n', REQUEST_S],
  [
    'a body without a key',
    () => requestHead('POST', '/v1/me/students', undefined, '100000000'),
    ' ',
    REQUEST_S,
  ],
  ['a body of a GET', () => requestHead('GET', PATH, key, '100000000'), ' ', REQUEST_S],
  ['nothing after a response', () => PROBE, '', KEEP_ALIVE_S],
];

/** How long a client may read nothing of a response before it is disconnected. */
const STALLED_S = 30;

/** All of them wait for most of the time, so that all fit into the longest timeout. */
describe('slow clients', { concurrency: true }, () => {
  describe('slow requests', { concurrency: rows.length + 1 }, () => {
    for (const [name, first, repeated, closedAfter] of rows)
      test(`a client that sends ${name} is disconnected after ${closedAfter} s`, async () => {
        const { hostname, port } = new URL(service.url);
        const socket = connect(Number(port), hostname).resume();
        socket.on('error', () => {});
        let closed = false;
        socket.on('close', () => {
          closed = true;
        });
        const startedAt = performance.now();
        const seconds = () => (performance.now() - startedAt) / 1000;
        socket.write(first());
        while (!closed && seconds() < closedAfter + LATE_S) {
          await pause(500);
          if (!closed && repeated !== '') socket.write(repeated);
        }
        socket.destroy();
        assert.ok(closed, `still open after ${seconds()} s`);
        assert.ok(seconds() > closedAfter - 2, `closed after ${seconds()} s`);
      });

    test('slow requests do not delay others', async () => {
      for (let count = 0; count < 10; count += 1) {
        const sent = performance.now();
        assert.equal((await service.call(key, 'GET', '/me/students/10010')).status, 200);
        assert.ok(performance.now() - sent < 5000);
        await pause(1000);
      }
    });
  });

  describe('slow readers', { concurrency: 4 }, () => {
    const request = 'GET /catalogue.json HTTP/1.1\r\nHost: x\r\n\r\n';
    let size: number;
    before(async () => {
      // The longest response there is: a large catalogue.
      const made = Array.from({ length: 45_000 }, (_, i) => ({
        uid: `m${i}`,
        names: { ko: '가나다라마바', ja: '가나다라마', en: '가나다라' },
        aliases: [],
      }));
      const folder = mkdtempSync(join(tmpdir(), 'rollbook-catalogue-'));
      const file = join(folder, 'catalogue.json');
      writeFileSync(file, JSON.stringify([...students, ...made]));
      await spawnCommand(['catalogue', 'import', file], service.database);
      rmSync(folder, { recursive: true });
      await until('the catalogue is served', async () => {
        size = (await (await fetch(`${service.url}/catalogue.json`)).arrayBuffer()).byteLength;
        return size > 4_000_000;
      });
    });

    /** Sends the requests, pauses, then reads everything: returns the bytes read and the socket error. */
    async function readAfterPause(
      pauseS: number,
      requests: string,
    ): Promise<{ read: number; error: unknown }> {
      const { hostname, port } = new URL(service.url);
      const socket = connect(Number(port), hostname).pause();
      let read = 0;
      let error: unknown;
      socket.on('error', ({ code }: NodeJS.ErrnoException) => {
        error = code;
      });
      socket.on('data', (data) => {
        read += data.length;
        if (read > size) socket.destroy();
      });
      socket.write(requests);
      await pause(pauseS * 1000);
      socket.setTimeout(LATE_S * 1000, () => socket.destroy()).resume();
      await new Promise((resolve) => socket.once('close', resolve));
      return { read, error };
    }

    test('a response that the client does not read is reset after 30 s, and its data leaves the kernel', async () => {
      const { read, error } = await readAfterPause(STALLED_S + LATE_S, request);
      assert.deepEqual([read < size, error], [true, 'ECONNRESET'], `${read} bytes, ${error}`);
    });

    test('a response that the client does not read is reset after 30 s with pipelined requests behind it', async () => {
      const { read, error } = await readAfterPause(STALLED_S + LATE_S, request + PROBE.repeat(900));
      assert.deepEqual([read < size, error], [true, 'ECONNRESET'], `${read} bytes, ${error}`);
    });

    test('a response that the client starts to read in time is sent in full', async () => {
      const { read, error } = await readAfterPause(STALLED_S - EARLY_S, request);
      assert.deepEqual([read > size, error], [true, undefined], `${read} bytes, ${error}`);
    });

    test('a response that is read slowly but steadily is sent in full', async () => {
      const { hostname, port } = new URL(service.url);
      const socket = connect(Number(port), hostname);
      let read = 0;
      socket.on('error', () => {});
      socket.write(request.repeat(2));
      const startedAt = performance.now();
      while (read < 2 * size && !socket.destroyed) {
        // The socket buffers at most 64 KiB each time.
        await pause(250);
        read += socket.read()?.length ?? 0;
      }
      const seconds = (performance.now() - startedAt) / 1000;
      socket.destroy();
      assert.ok(read >= 2 * size, `cut after ${seconds} s and ${read} bytes`);
      assert.ok(seconds > STALLED_S, `was read in ${seconds} s`);
    });
  });
});

test('a request cut off for slowness is not applied', async () => {
  assert.deepEqual((await service.call(key, 'GET', '/me/students/10010')).body, bareState('10010', 3, 0));
});
