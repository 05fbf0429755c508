import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, newDatabase } from '../database.ts';
import { type Relay, startRelay } from '../postgres/relay.ts';
import { type Service, startService } from '../service.ts';
import { checkFailure, startLoad, untilRecovered } from './under-load.ts';

let database: Database;
let relay: Relay;
let service: Service;
before(async () => {
  database = await newDatabase('postgres');
  relay = await startRelay(database.address);
  service = await startService({ database: relay.url });
});
after(async () => {
  await service?.stop();
  await relay?.stop();
  await database?.remove();
});

test('cutting all PostgreSQL connections under load gives only 500 and 503, and a linearizable history', async (t) => {
  const load = await startLoad(service);
  for (let round = 0; round < 40; round += 1) {
    await pause(30 + Math.random() * 60);
    relay.cut();
  }
  await load.stopAndCheck();
  t.diagnostic(JSON.stringify(Object.fromEntries(load.statuses)));
});

for (const received of [true, false])
  test(`a write that PostgreSQL has ${received ? 'received' : 'not received'} when its connection is cut is answered 500`, async () => {
    const { write } = await service.account();
    const state = { studentUid: '10000', tier: 1, weaponTier: 0, level: 1 };
    const exists = async () => (await service.call(write, 'GET', '/me/students/10000')).status === 200;
    for (const [method, path, body, before, after] of [
      ['POST', '/me/students', state, false, true],
      ['PATCH', '/me/students/10000', { level: 2 }, true, true],
      ['DELETE', '/me/students/10000', undefined, true, false],
    ] as const) {
      if ((await exists()) !== before) await service.call(write, 'POST', '/me/students', state);
      relay.cutAt('writeRecord', received);
      const answer = await service.call(write, method, path, body);
      assert.deepEqual([answer.status, answer.body.error.code], [500, 'internal_error'], answer.text);
      assert.equal(await exists(), received ? after : before, method);
      if (method === 'PATCH')
        assert.equal((await service.call(write, 'GET', path)).body.level, received ? 2 : 1);
    }
  });

test('a start goes on asking a database that it has opened and that then takes no connection', async () => {
  // The last statement before the pools connect.
  const opened = relay.intercept("extname = 'citus'\0", () => relay.refuse(true));
  const starting = startService({ database: relay.url });
  await opened;
  await pause(2_000);
  relay.refuse(false);
  const started = await starting;
  assert.match(started.stdout(), /the start waits for the database/);
  assert.equal(await started.stop(), 0);
});

test('a start waits longer for its first connection than a request would', async () => {
  // Both answers that a first connection needs take longer than the two seconds of a request.
  relay.delayAnswers(1_200);
  const opened = relay.intercept("extname = 'citus'\0", () => relay.delayAnswers(0));
  const started = await startService({ database: relay.url }).finally(() => relay.delayAnswers(0));
  await opened;
  assert.equal(await started.stop(), 0);
});

test('a write whose rate limit query loses its connection is answered 503', async () => {
  const { write } = await service.account();
  relay.cutAt('consumeWindow', true);
  const answer = await service.call(write, 'DELETE', '/me/students/10000');
  assert.equal(answer.status, 503, answer.text);
  checkFailure('DELETE', answer);
});

test('a read whose connection is cut is retried on another connection', async () => {
  const { read } = await service.account();
  for (const statement of ['findKey', 'listStudents']) {
    relay.cutAt(statement, true);
    assert.equal((await service.call(read, 'GET', '/me/students')).status, 200, statement);
  }
});

test('5 s without any answer from PostgreSQL give only 500 and 503, and a linearizable history', async (t) => {
  const load = await startLoad(service);
  await pause(300);
  relay.swallowAnswers(true);
  await pause(5000);
  relay.swallowAnswers(false);
  await load.stopAndCheck();
  t.diagnostic(JSON.stringify(Object.fromEntries(load.statuses)));
});

test('a service stopped while PostgreSQL does not answer exits with 0 within 10 s', async (t) => {
  t.after(() => relay.swallowAnswers(false));
  const other = await startService({ database: relay.url });
  const { write } = await other.account();
  relay.swallowAnswers(true);
  const pending = Promise.allSettled(
    ['GET', 'DELETE', 'GET'].map((method) => other.call(write, method, '/me/students/10000')),
  );
  await pause(200);
  const started = performance.now();
  assert.equal(await other.stop(), 0);
  // The rest is a margin for a busy machine.
  assert.ok(performance.now() - started < 15_000, `it took ${performance.now() - started} ms`);
  relay.swallowAnswers(false);
  await pending;
});

test('reads and writes are answered 503 within 3 s while PostgreSQL refuses connections', async (t) => {
  t.after(() => relay.refuse(false));
  const { write } = await service.account();
  relay.refuse(true);
  relay.cut();
  const times: number[] = [];
  for (let tries = 0; tries < 9; tries += 1) {
    const started = performance.now();
    for (const method of ['GET', 'DELETE']) {
      const answer = await service.call(write, method, '/me/students/10000');
      assert.equal(answer.status, 503);
      checkFailure(method, answer);
    }
    times.push(performance.now() - started);
  }
  // The median, because a busy machine stalls now and then.
  times.sort((a, b) => a - b);
  assert.ok((times[4] as number) < 3000, `the refusals took ${times.map(Math.round)} ms`);
  relay.refuse(false);
  await untilRecovered(service, write);
});
