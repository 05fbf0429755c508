import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { cleanUpAtEnd } from '../cleanup.ts';
import { type Database, newDatabase } from '../database.ts';
import { type Relay, startRelay } from '../postgres/relay.ts';
import { type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { type CounterServer, NO_VALKEY, startValkey } from '../valkey.ts';

const LIMIT = 60;
const WINDOWS = 4;
const CALLERS = 40;
/** The second that a read waits for its count, and what a very busy machine adds. */
const MAX_READ_MS = 6_000;

describe('reads counted in a Valkey that is far away', { skip: NO_VALKEY }, () => {
  let valkey: CounterServer;
  let database: Database;
  before(async () => {
    [valkey, database] = await Promise.all([startValkey(), newDatabase()]);
  });
  after(async () => {
    await Promise.all([valkey?.stop(), database?.remove()]);
  });

  /** Starts two instances whose replies from Valkey arrive so late. */
  async function startFar(roundTripMs: number): Promise<{ services: [Service, Service]; relay: Relay }> {
    const relay = await startRelay(valkey.address);
    relay.delayAnswers(roundTripMs);
    cleanUpAtEnd(relay.stop);
    const start = () =>
      startService({
        database: database.address,
        env: {
          ROLLBOOK_COUNTERS: relay.url,
          ROLLBOOK_REGION: `far-${roundTripMs}`,
          ROLLBOOK_READ_LIMIT: `${LIMIT}`,
        },
      });
    const services = (await Promise.all([start(), start()])) as [Service, Service];
    cleanUpAtEnd(() => Promise.all(services.map((service) => service.stop())));
    return { services, relay };
  }

  for (const roundTripMs of [5, 70, 150, 300])
    test(`two instances ${roundTripMs} ms away allow exactly ${LIMIT} reads in each window`, async (t) => {
      const { services } = await startFar(roundTripMs);
      const { id, read } = await services[0].account();
      const times: number[] = [];
      for (let window = 0; window < WINDOWS; window += 1) {
        assert.equal(await countServed(services, read, times), LIMIT, `window ${window}`);
        // Opens a new window.
        await valkey.ask('DEL', `rollbook:read:far-${roundTripMs}:${id}`);
      }
      for (const service of services) {
        await service.stop();
        assert.doesNotMatch(service.stdout(), /counted together/);
      }
      reportTimes(t, times);
    });

  test('a black hole is noticed within a second and left once', async (t) => {
    const { services, relay } = await startFar(70);
    const { read } = await services[0].account();
    assert.equal(await countServed(services, read), LIMIT);
    relay.swallowAnswers(true);
    const times: number[] = [];
    assert.equal(await countServed(services, read, times), 2 * LIMIT, 'each instance has its own window');
    assert.ok(Math.max(...times) < MAX_READ_MS, `a read took ${Math.max(...times)} ms`);
    assert.equal(await countServed(services, read), 0);
    relay.swallowAnswers(false);
    for (const service of services)
      await until('reads are counted together again', () => /together again/.test(service.stdout()));
    assert.equal(await countServed(services, read), 0, 'the shared window is the one from before');
    for (const service of services) {
      await service.stop();
      assert.equal(service.stdout().match(/counted together/g)?.length, 2, service.stdout());
    }
    reportTimes(t, times);
  });

  test('a Valkey slower than the wait is left once and not used again until it is fast', async () => {
    const { services, relay } = await startFar(70);
    const [service] = services;
    const { read } = await service.account();
    assert.equal(await countServed(services, read), LIMIT);
    relay.delayAnswers(1_100);
    await countServed(services, read);
    // Replies within the wait of a read, but too slow for a probe: no flapping.
    relay.delayAnswers(900);
    await until('the loss is logged', () => /cannot be counted together/.test(service.stdout()));
    for (let round = 0; round < 3; round += 1) await countServed(services, read);
    assert.doesNotMatch(service.stdout(), /together again/);
    relay.delayAnswers(70);
    await until('reads are counted together again', () => /together again/.test(service.stdout()));
    await service.stop();
    assert.equal(service.stdout().match(/counted together/g)?.length, 2, service.stdout());
  });
});

/** Sends many reads at once to both instances and returns how many were served. */
async function countServed(services: Service[], key: string, times: number[] = []): Promise<number> {
  let left = 4 * LIMIT;
  let served = 0;
  const callRepeatedly = async (service: Service | undefined) => {
    while (left-- > 0) {
      const began = performance.now();
      const { status } = await (service as Service).call(key, 'GET', '/me/students');
      times.push(performance.now() - began);
      assert.ok(status === 200 || status === 429, `${status}`);
      if (status === 200) served += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, i) => callRepeatedly(services[i % services.length])));
  return served;
}

function reportTimes(t: TestContext, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (share: number) => Math.round(sorted[Math.floor(share * sorted.length)] as number);
  t.diagnostic(`p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms of ${times.length} reads`);
}
