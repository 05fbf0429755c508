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
      assert.ok(performance.now() - sent < 2000);
      await pause(1000);
    }
  });
});

test('what came too slowly was not done', async () => {
  assert.deepEqual((await service.call(key, 'GET', '/me/students/10010')).body, bareState('10010', 3, 0));
});
