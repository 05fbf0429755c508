import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { newDatabase } from '../database.ts';
import { type Relay, startRelay } from '../postgres/relay.ts';
import { type Service, startService } from '../service.ts';
import { headOnly } from '../wire.ts';

const STOP_WITHIN_MS = 10_000;
const UID = '10010';
const STATE = { studentUid: UID, tier: 3, weaponTier: 0 };

/** A service whose PostgreSQL can be made slow or silent. */
async function start(t: TestContext): Promise<{ relay: Relay; service: Service }> {
  const database = await newDatabase('postgres');
  t.after(() => database.remove());
  const relay = await startRelay(database.address);
  t.after(() => relay.stop());
  const service = await startService({ database: relay.url });
  t.after(() => service.stop('SIGKILL'));
  return { relay, service };
}

/** Uses each key once, all at the same time. */
async function use(service: Service, keys: readonly string[]): Promise<void> {
  const answers = await Promise.all(keys.map((key) => service.call(key, 'GET', '/me/students')));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
}

async function stopsInTime(t: TestContext, service: Service): Promise<void> {
  const began = performance.now();
  assert.equal(await service.stop(), 0, service.stderr());
  const took = performance.now() - began;
  t.diagnostic(`stopped in ${Math.round(took)} ms`);
  assert.ok(took < STOP_WITHIN_MS, `stopped in ${took} ms`);
}

describe('stopping', { concurrency: 3 }, () => {
  test('a stop ends in time with exit 0 when keys were just used and the database is slow', async (t) => {
    const { relay, service } = await start(t);
    const accounts = await Promise.all(Array.from({ length: 20 }, () => service.account()));
    relay.delayAnswers(300);
    await use(
      service,
      accounts.flatMap(({ read, write }) => [read, write]),
    );
    await stopsInTime(t, service);
  });

  test('a stop ends in time with exit 0 when keys were just used and the database is silent', async (t) => {
    const { relay, service } = await start(t);
    const { read, write } = await service.account();
    await use(service, [read, write]);
    relay.freeze();
    await stopsInTime(t, service);
  });

  test('a stop ends in time with exit 0 when requests are under way and the database is silent', async (t) => {
    const { relay, service } = await start(t);
    const { write } = await service.account();
    assert.equal((await service.call(write, 'POST', '/me/students', STATE)).status, 201);
    const late = await headOnly(service.url, write, 'PATCH', `/me/students/${UID}`, { level: 42 });
    t.after(() => late.cut());
    relay.freeze();
    const answers = Promise.allSettled([
      service.call(write, 'GET', `/me/students/${UID}`),
      late.finish(STOP_WITHIN_MS),
    ]);
    await stopsInTime(t, service);
    // What takes too long for a stop is cut.
    for (const answer of await answers)
      if (answer.status === 'fulfilled') assert.ok([500, 503].includes(answer.value.status));
  });
});
