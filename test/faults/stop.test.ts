import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { newDatabase } from '../database.ts';
import { type Relay, startRelay } from '../postgres/relay.ts';
import { type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { headOnly } from '../wire.ts';

/** The service stops within 10 s; the rest is a margin for a busy machine. */
const STOP_WITHIN_MS = 15_000;
const UID = '10010';
/** The prepared statement that saves last-used times. */
const SAVE = 'database noteKeyUse';
const STATE = { studentUid: UID, tier: 3, weaponTier: 0 };

/** Starts a service whose PostgreSQL can be delayed or frozen. */
async function start(t: TestContext): Promise<{ relay: Relay; service: Service }> {
  const database = await newDatabase('postgres');
  t.after(() => database.remove());
  const relay = await startRelay(database.address);
  t.after(() => relay.stop());
  const service = await startService({ database: relay.url });
  t.after(() => service.stop('SIGKILL'));
  return { relay, service };
}

async function issueKeys(service: Service, count: number): Promise<string[]> {
  const permissions = Array(count).fill('read').join();
  const { keys } = await service.command('account', 'create', 'tester', '--keys', permissions);
  return keys.map(({ apiKey }: { apiKey: string }) => apiKey);
}

/** Uses all keys concurrently. On a busy machine a request may wait too long for a connection. */
async function useKeys(service: Service, keys: readonly string[]): Promise<void> {
  const use = async (key: string) => (await service.call(key, 'GET', '/me/students')).status === 200;
  await Promise.all(keys.map((key) => until('the key is used', () => use(key), { every: 200 })));
}

async function assertStopsInTime(t: TestContext, service: Service): Promise<void> {
  const startedAt = performance.now();
  assert.equal(await service.stop(), 0, service.stderr());
  const elapsedMs = performance.now() - startedAt;
  t.diagnostic(`stopped in ${Math.round(elapsedMs)} ms`);
  assert.ok(elapsedMs < STOP_WITHIN_MS, `stopped in ${elapsedMs} ms`);
}

describe('shutdown', { concurrency: 3 }, () => {
  test('the service stops within 10 s with exit code 0 when PostgreSQL is slow and last-used times are unsaved', async (t) => {
    const { relay, service } = await start(t);
    const keys = await issueKeys(service, 60);
    const saving = relay.intercept(SAVE, () => relay.delayAnswers(300));
    await useKeys(service, keys);
    await saving;
    await assertStopsInTime(t, service);
  });

  test('the service stops within 10 s with exit code 0 when PostgreSQL is frozen and last-used times are unsaved', async (t) => {
    const { relay, service } = await start(t);
    const saving = relay.intercept(SAVE, () => relay.freeze());
    await useKeys(service, await issueKeys(service, 1));
    await saving;
    await assertStopsInTime(t, service);
  });

  test('the service stops within 10 s with exit code 0 when PostgreSQL is frozen and requests are in progress', async (t) => {
    const { relay, service } = await start(t);
    const { write } = await service.account();
    assert.equal((await service.call(write, 'POST', '/me/students', STATE)).status, 201);
    const unfinished = await headOnly(service.url, write, 'PATCH', `/me/students/${UID}`, { level: 42 });
    t.after(() => unfinished.cut());
    relay.freeze();
    const answers = Promise.allSettled([
      service.call(write, 'GET', `/me/students/${UID}`),
      unfinished.finish(STOP_WITHIN_MS),
    ]);
    await assertStopsInTime(t, service);
    // A request that takes longer than the shutdown is cut off.
    for (const answer of await answers)
      if (answer.status === 'fulfilled') assert.ok([500, 503].includes(answer.value.status));
  });
});
