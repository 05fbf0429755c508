import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { newDatabase } from '../../test/database.ts';
import { build } from '../app.ts';
import { LiveCatalogue } from '../catalogue/live-catalogue.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../observability/log.ts';
import { openStore } from '../store/open-store.ts';
import { createLoadShedder } from './load-shedding.ts';

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
  wait(1_000);
  await endOfTurn();
  wait(10_000);
  assert.equal(countServed(HUNDRED, 10), 100);
});

test('refuses nobody after one long turn that had no request', async () => {
  const { countServed, wait } = simulate();
  assert.equal(countServed(HUNDRED.slice(0, 1), 1), 1);
  await endOfTurn();
  wait(2_000);
  assert.equal(countServed(HUNDRED, 1), 100);
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

test('a pipelined request with an ambiguous body is answered 400 in its turn and not shed', async (t) => {
  const database = await newDatabase('sqlite');
  const { store } = await openStore(database.address, { create: true, migrate: true });
  const catalogue = await LiveCatalogue.start(store, assert.ifError);
  t.mock.method(store, 'isOverloaded', () => true);
  const clocks = { now: Date.now, ticks: () => performance.now() };
  const { server, stop } = build({
    config: readConfig({}),
    store,
    catalogue,
    ...clocks,
    log: createLog('silent', false),
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  t.after(async () => {
    client.destroy();
    await stop();
    catalogue.stop();
    await store.close();
    await database.remove();
  });
  const head = 'Host: h\r\nConnection: keep-alive\r\n';
  client.write(`GET /elsewhere HTTP/1.1\r\n${head}\r\n`);
  client.write(`DELETE /v1/me/students/1 HTTP/1.1\r\n${head}\r\n`);
  client.write(
    `PATCH /v1/me/students/1 HTTP/1.1\r\n${head}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  );
  client.write(`GET /after HTTP/1.1\r\n${head}\r\n`);
  const received = await text(client);
  assert.deepEqual(
    [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
    ['404', '503', '400'],
  );
});
