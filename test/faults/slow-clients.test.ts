import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { requestText } from '../blackbox/raw-connection.ts';
import { bareState } from '../blackbox/spec-fields.ts';
import { writer } from '../blackbox/writer.ts';
import { type Service, startService } from '../service.ts';

/** What the service grants: 10 s for a head, 30 s for a whole request, 75 s between two; and some for a busy machine. */
const HEAD_S = 10;
const REQUEST_S = 30;
const BETWEEN_S = 75;
const GRACE_S = 8;

let service: Service;
let key: string;
before(async () => {
  service = await startService();
  ({ key } = await writer(service));
  await service.call(key, 'POST', '/me/students', { studentUid: '10010', tier: 3, weaponTier: 0 });
});
after(() => service.stop());

const head = (method: string, path: string, by: string | undefined, length: string) =>
  requestText(
    method,
    path,
    {
      ...(by === undefined ? {} : { Authorization: `Bearer ${by}` }),
      'Content-Type': 'application/json',
      [length === 'chunked' ? 'Transfer-Encoding' : 'Content-Length']: length,
    },
    '',
  );
const PATH = '/v1/me/students/10010';
const BEGUN = 'GET /v1/me/students HTTP/1.1\r\nHost: x\r\n';
const PROBE = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

const rows: [name: string, first: () => string, drop: string, closedAfter: number][] = [
  ['nothing at all', () => '', '', HEAD_S],
  ['blank lines', () => '', '\r\n', HEAD_S],
  ['a head, line by line', () => BEGUN, 'X: y\r\n', HEAD_S],
  ['a second head, line by line', () => PROBE + BEGUN, 'X: y\r\n', HEAD_S],
  ['a body, byte by byte', () => head('PATCH', PATH, key, '1000'), ' ', REQUEST_S],
  ['a body, chunk by chunk', () => head('PATCH', PATH, key, 'chunked'), '1\r\n \r\n', REQUEST_S],
  ['a body that nobody reads', () => head('POST', '/v1/me/students', undefined, '100000000'), ' ', REQUEST_S],
  ['a body of a GET', () => head('GET', PATH, key, '100000000'), ' ', REQUEST_S],
  ['nothing after an answer', () => PROBE, '', BETWEEN_S],
];

describe('who sends too slowly is cut off', { concurrency: rows.length + 1 }, () => {
  for (const [name, first, drop, closedAfter] of rows)
    test(name, async () => {
      const { hostname, port } = new URL(service.url);
      const socket = connect(Number(port), hostname).resume();
      socket.on('error', () => {});
      let closed = false;
      socket.on('close', () => {
        closed = true;
      });
      const began = performance.now();
      const seconds = () => (performance.now() - began) / 1000;
      socket.write(first());
      while (!closed && seconds() < closedAfter + GRACE_S) {
        await pause(500);
        if (!closed && drop !== '') socket.write(drop);
      }
      socket.destroy();
      assert.ok(closed, `still open after ${seconds()} s`);
      assert.ok(seconds() > closedAfter - 2, `closed after ${seconds()} s`);
    });

  test('and holds up nobody meanwhile', async () => {
    for (let count = 0; count < 10; count += 1) {
      const sent = performance.now();
      assert.equal((await service.call(key, 'GET', '/me/students/10010')).status, 200);
      assert.ok(performance.now() - sent < 5000);
      await pause(1000);
    }
  });
});

test('what came too slowly was not done', async () => {
  assert.deepEqual((await service.call(key, 'GET', '/me/students/10010')).body, bareState('10010', 3, 0));
});

/** How long a client may take nothing of a response, and what cutting it may take longer. */
const STALLED_S = 30;

describe('responses', { concurrency: 4 }, () => {
  let request: string;
  let size: number;
  before(async () => {
    const page = await (await fetch(`${service.url}/docs/api`)).text();
    const path = `/docs/assets/${/scalar\.[\d.]+\.js/.exec(page)}`;
    request = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const script = await fetch(service.url + path, { headers: { 'accept-encoding': 'identity' } });
    size = (await script.arrayBuffer()).byteLength;
    assert.ok(size > 4_000_000, `the largest response has ${size} bytes`);
  });

  /** Asks, reads nothing for a while and then everything: gives the bytes, and the error that ended it. */
  async function readAfter(pauseS: number, requests: string): Promise<{ read: number; error: unknown }> {
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
    socket.setTimeout(GRACE_S * 1000, () => socket.destroy()).resume();
    await new Promise((resolve) => socket.once('close', resolve));
    return { read, error };
  }

  test('a response of which the client reads nothing ends after 30 s, and leaves nothing in the kernel', async () => {
    const { read, error } = await readAfter(STALLED_S + GRACE_S, request);
    assert.deepEqual([read < size, error], [true, 'ECONNRESET'], `${read} bytes, ${error}`);
  });

  test('a response of which the client reads nothing ends after 30 s with others waiting behind it', async () => {
    const { read, error } = await readAfter(STALLED_S + GRACE_S, request + PROBE.repeat(900));
    assert.deepEqual([read < size, error], [true, 'ECONNRESET'], `${read} bytes, ${error}`);
  });

  test('a response that the client begins to read in time is sent whole', async () => {
    const { read, error } = await readAfter(STALLED_S - GRACE_S, request);
    assert.deepEqual([read > size, error], [true, undefined], `${read} bytes, ${error}`);
  });

  test('a response that is read slowly but steadily is sent whole', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    let read = 0;
    socket.on('error', () => {});
    socket.write(request.repeat(2));
    const began = performance.now();
    while (read < 2 * size && !socket.destroyed) {
      // At most 64 KiB are there each time.
      await pause(500);
      read += socket.read()?.length ?? 0;
    }
    const seconds = (performance.now() - began) / 1000;
    socket.destroy();
    assert.ok(read >= 2 * size, `cut after ${seconds} s and ${read} bytes`);
    assert.ok(seconds > STALLED_S, `was read in ${seconds} s`);
  });
});
