import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { BETA_OPERATIONS } from '../../contract/beta-operations.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { createLog } from '../observability/log.ts';
import { type Route, RouteTable } from '../routes/route-table.ts';
import { installRequestSteps } from './install-request-steps.ts';
import { createLoadShedder, createLoadSheddingStep } from './load-shedding.ts';
import { checkRequestHead, pipelineRequests } from './request-guards.ts';

const HUNDRED = Array.from({ length: 100 }, (_, i) => ({ connection: i }));
const REFUSAL_MS = 1;

/** A load shedder under a simulated clock, on which serving a request takes a given time. */
function simulate() {
  let now = 0;
  const { logger } = createLog('silent', false);
  const shedder = createLoadShedder({ isOverloaded: () => false }, () => now, logger);
  return {
    wait: (ms: number) => {
      now += ms;
    },
    /** How many requests are served, one of each of these connections. */
    countServed(connections: readonly object[], ms: number): number {
      const served = connections.filter((connection) => {
        const refused = shedder.shouldRefuse('read', connection);
        now += refused ? REFUSAL_MS : ms;
        return !refused;
      });
      return served.length;
    },
  };
}

async function countServedInTurns(turns: number, ms: number, connections = HUNDRED): Promise<number[]> {
  const { countServed } = simulate();
  const counts: number[] = [];
  for (let i = 0; i < turns; i += 1) {
    counts.push(countServed(connections, ms));
    await endOfTurn();
  }
  return counts;
}

test('refuses nobody while turns are short, however many there are', async () =>
  assert.deepEqual(new Set(await countServedInTurns(100, 4)), new Set([100])));

test('serves a burst whole, and half a second of every turn afterwards', async () => {
  const [burst, , ...others] = await countServedInTurns(6, 10);
  assert.equal(burst, 100);
  assert.deepEqual(new Set(others), new Set([51]));
});

test('starts another round when clients send again within a turn, and serves a part of it', () => {
  const { countServed } = simulate();
  const [burst, , ...others] = Array.from({ length: 20 }, () => countServed(HUNDRED, 10));
  assert.equal(burst, 100);
  assert.deepEqual(new Set(others), new Set([51]));
  const [, ...short] = Array.from({ length: 20 }, () => countServed(HUNDRED, 4));
  assert.deepEqual(new Set(short), new Set([100]), 'short rounds are served whole');
});

test('does not count connections that have been idle for a second or two', () => {
  const { countServed } = simulate();
  const idle = Array.from({ length: 5_000 }, () => ({}));
  assert.equal(countServed(idle, 0), idle.length);
  const counts = Array.from({ length: 50 }, () => countServed(HUNDRED, 4));
  assert.deepEqual(new Set(counts.slice(-30)), new Set([100]), String(counts));
});

test('counts a connection once, however many requests it sends at once', () => {
  const { countServed } = simulate();
  const eager = [...HUNDRED, ...Array.from({ length: 300 }, () => HUNDRED[0] as object)];
  const counts = Array.from({ length: 20 }, () => countServed(eager, 10));
  assert.ok(
    counts.slice(2).every((count) => count < eager.length),
    String(counts),
  );
});

test('does not take the rest of a turn after a whole round for a short round', async () => {
  const [, , ...others] = await countServedInTurns(8, 9, [...HUNDRED, ...HUNDRED.slice(0, 5)]);
  for (const count of others) assert.ok(count < 100, String(others));
});

test('serves the first round after a quiet time as a burst', async () => {
  const { countServed, wait } = simulate();
  assert.equal(countServed(HUNDRED, 1), 100);
  await endOfTurn();
  await endOfTurn();
  wait(10_000);
  assert.equal(countServed(HUNDRED, 10), 100);
});

test('refuses the writes of an overloaded store, and no reads', () => {
  const { logger } = createLog('silent', false);
  const shedder = createLoadShedder(
    { isOverloaded: (permission) => permission === 'write' },
    () => 0,
    logger,
  );
  assert.deepEqual([shedder.shouldRefuse('read', {}), shedder.shouldRefuse('write', {})], [false, true]);
});

test('the method of an operation tells its permission, so that shedding need not parse the path', () => {
  const accesses = Map.groupBy(
    [...Object.values(OPERATIONS), ...Object.values(BETA_OPERATIONS)],
    ({ method }) => method,
  );
  for (const [method, sharing] of accesses)
    assert.equal(new Set(sharing.map(({ permission }) => permission)).size, 1, method);
});

test('a pipelined request with an ambiguous body is answered 400 in its turn and not shed', async (t) => {
  const server = createServer();
  const answer: RequestListener = (request, response) =>
    setTimeout(() => response.writeHead(checkRequestHead(request)?.status ?? 200).end(), 20);
  const patch: Route = {
    operation: 'patchRecruitedStudent',
    methods: ['PATCH'],
    path: '/v1/me/students/{studentUid}',
    permission: 'write',
    answer: () => assert.fail('answered'),
  };
  const shedder = { shouldRefuse: () => true, recordRefusal: () => {} };
  const steps = [
    pipelineRequests,
    createLoadSheddingStep(shedder, new RouteTable([patch]), (_request, response) =>
      response.writeHead(503).end(),
    ),
  ];
  installRequestSteps(server, steps, answer, assert.ifError);
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
