import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { OPERATIONS } from '../../contract/operations.ts';
import { createLog } from '../observability/log.ts';
import { createLoadShedder, installLoadShedding, WORKS } from './load-shedding.ts';
import { checkRequestHead, installRequestGuards } from './request-guards.ts';

const HUNDRED = Array.from({ length: 100 }, (_, i) => ({ connection: i }));

const REFUSING_MS = 1;

/** Who judges by a clock of ours, and what becomes of requests of these connections if those served take so long. */
function judge() {
  let now = 0;
  const crowd = createLoadShedder(
    { isOverloaded: () => false },
    () => now,
    createLog('silent', false).events,
  );
  return {
    wait: (ms: number) => {
      now += ms;
    },
    served(connections: readonly object[], ms: number): number {
      const passed = connections.filter((one) => {
        const refused = crowd.tooMuch('read', one);
        now += refused ? REFUSING_MS : ms;
        return !refused;
      });
      return passed.length;
    },
  };
}

/** How many of a hundred requests are served in each of so many turns. */
async function turns(count: number, ms: number, connections = HUNDRED): Promise<number[]> {
  const { served } = judge();
  const seen: number[] = [];
  for (let i = 0; i < count; i += 1) {
    seen.push(served(connections, ms));
    await turn();
  }
  return seen;
}

test('short turns refuse nobody, however many', async () =>
  assert.deepEqual(new Set(await turns(100, 4)), new Set([100])));

test('a burst is served whole, and of what goes on half a second in each turn', async () => {
  const [burst, , ...others] = await turns(6, 10);
  assert.equal(burst, 100);
  assert.deepEqual(new Set(others), new Set([51]));
});

test('who asks again within a turn begins another round, of which a part is served too', () => {
  const { served } = judge();
  const [burst, , ...others] = Array.from({ length: 20 }, () => served(HUNDRED, 10));
  assert.equal(burst, 100);
  assert.deepEqual(new Set(others), new Set([51]));
  const [, ...easy] = Array.from({ length: 20 }, () => served(HUNDRED, 4));
  assert.deepEqual(new Set(easy), new Set([100]), 'what is served soon is served whole');
});

test('connections that have asked no more for a second or two make no round longer', () => {
  const { served } = judge();
  const idle = Array.from({ length: 5_000 }, () => ({}));
  assert.equal(served(idle, 0), idle.length);
  const seen = Array.from({ length: 50 }, () => served(HUNDRED, 4));
  assert.deepEqual(new Set(seen.slice(-30)), new Set([100]), String(seen));
});

test('nor does one that sends many requests at once make them shorter', () => {
  const { served } = judge();
  const eager = [...HUNDRED, ...Array.from({ length: 300 }, () => HUNDRED[0] as object)];
  const seen = Array.from({ length: 20 }, () => served(eager, 10));
  assert.ok(
    seen.slice(2).every((count) => count < eager.length),
    String(seen),
  );
});

test('the rest of a turn after a whole round is no short round', async () => {
  const [, , ...others] = await turns(8, 9, [...HUNDRED, ...HUNDRED.slice(0, 5)]);
  for (const count of others) assert.ok(count < 100, String(others));
});

test('what comes after a quiet time is a burst', async () => {
  const { served, wait } = judge();
  assert.equal(served(HUNDRED, 1), 100);
  await turn();
  await turn();
  wait(10_000);
  assert.equal(served(HUNDRED, 10), 100);
});

test('what the store cannot do soon is refused whatever the turns', () => {
  const { events } = createLog('silent', false);
  const crowd = createLoadShedder({ isOverloaded: (work) => work === 'write' }, () => 0, events);
  assert.deepEqual([crowd.tooMuch('read', {}), crowd.tooMuch('write', {})], [false, true]);
});

test('what a request needs can be told by its method alone', () => {
  for (const { method, access } of Object.values(OPERATIONS)) assert.equal(WORKS.get(method), access);
});

test('a request that is none, behind another on its connection, is answered in its turn and not taken for overload', async (t) => {
  const server = createServer((request, response) =>
    setTimeout(() => response.writeHead(checkRequestHead(request)?.status ?? 200).end(), 20),
  );
  const crowd = { tooMuch: () => true, refused: () => {} };
  installLoadShedding(server, crowd, (_request, response) => response.writeHead(503).end());
  installRequestGuards(server, {
    docsUrl: String,
    headers: () => ({}),
    requestId: String,
    answered: () => {},
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => {
    client.destroy();
    server.close();
  });
  const head = 'Host: h\r\nConnection: keep-alive\r\n';
  client.write(`GET /elsewhere HTTP/1.1\r\n${head}\r\n`);
  client.write(
    `PATCH /v1/me/students/1 HTTP/1.1\r\n${head}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  );
  let text = '';
  for await (const data of client) {
    text += data;
    if (text.match(/HTTP\/1\.1/g)?.length === 2) break;
  }
  assert.deepEqual(
    [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
    ['200', '400'],
  );
});
