import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { cleanUpAtEnd } from '../cleanup.ts';
import { type Database, newDatabase } from '../database.ts';
import { type Account, type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { type CounterServer, NO_VALKEY } from '../valkey.ts';
import { startCluster, startSentinelGroup } from '../valkey-topologies.ts';

const LIMIT = 60;
const INSTANCES = 2;
const ACCOUNTS = 5;
const REGION = 'failover';
/** The window of a minute in which all reads of a test fall. */
const TEST_MS = 55_000;
/** How much longer a read may take than a request that is not counted: the second that it waits, and some. */
const MAX_EXTRA_MS = 1_500;

interface Topology {
  /** The value for ROLLBOOK_COUNTERS. */
  address: string;
  /** The server that counts the reads of an account now. */
  primaryOf: (accountId: string) => Promise<CounterServer>;
  /** Begins a planned failover of that server. */
  failOver: (accountId: string) => Promise<unknown>;
}

const keyOf = (accountId: string) => `rollbook:read:${REGION}:${accountId}`;
const TOPOLOGIES: Record<string, () => Promise<Topology>> = {
  async Sentinel() {
    const { address, primary, failOver } = await startSentinelGroup({ replicas: 2, sentinels: 3 });
    return { address, primaryOf: primary, failOver };
  },
  async 'a cluster'() {
    const { address, primaryOf, replicaOf } = await startCluster({ replicas: 1 });
    return {
      address,
      primaryOf: (accountId) => primaryOf(keyOf(accountId)),
      failOver: async (accountId) => (await replicaOf(keyOf(accountId))).ask('CLUSTER', 'FAILOVER'),
    };
  },
};

describe('a failover of Valkey under load', { skip: NO_VALKEY }, () => {
  let database: Database;
  beforeEach(async () => {
    database = await newDatabase();
  });
  afterEach(() => database.remove());

  async function startInstances(counters: string, readLimit: number): Promise<Service[]> {
    const env = {
      ROLLBOOK_COUNTERS: counters,
      ROLLBOOK_REGION: REGION,
      ROLLBOOK_READ_LIMIT: `${readLimit}`,
      ROLLBOOK_METRICS_PORT: '0',
    };
    const services = await Promise.all(
      Array.from({ length: INSTANCES }, () => startService({ database: database.address, env })),
    );
    cleanUpAtEnd(() => Promise.all(services.map((service) => service.stop())));
    return services;
  }

  for (const [name, startTopology] of Object.entries(TOPOLOGIES))
    for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
      const fault = signal === 'SIGKILL' ? 'is killed' : 'hangs';
      test(`with ${name}, each instance allows one more window at most while a primary ${fault}`, async (t) => {
        const topology = await startTopology();
        const services = await startInstances(topology.address, LIMIT);
        const accounts = await createAccounts(services);
        const began = performance.now();
        const load = startLoad(services, accounts);
        await until('all windows are used up', () => accounts.every(({ id }) => load.served(id) === LIMIT));
        const primary = await topology.primaryOf((accounts[0] as Account).id);
        const failedAt = performance.now();
        primary.signal(signal);
        await untilAway(services, INSTANCES);
        await untilAway(services, 0);
        const outageMs = Math.round(performance.now() - failedAt);
        if (signal === 'SIGSTOP') primary.signal('SIGCONT');
        // The former primary joins as a replica meanwhile.
        await pause(3_000);
        await load.stop();
        assert.ok(performance.now() - began < TEST_MS, 'the windows were open for the whole test');
        for (const { id } of accounts)
          assert.ok(load.served(id) <= LIMIT + INSTANCES * LIMIT, `${load.served(id)} reads of ${LIMIT}`);
        assert.ok(
          load.slowestMs() < load.slowestUncountedMs() + MAX_EXTRA_MS,
          `a read took ${load.slowestMs()} ms, an uncounted request ${load.slowestUncountedMs()} ms`,
        );
        t.diagnostic(
          `counted together again after ${outageMs} ms; beyond the limit of ${LIMIT}: ` +
            `${accounts.map(({ id }) => load.served(id) - LIMIT)}; slowest read ${load.slowestMs()} ms`,
        );
        await assertNewWindowsShared(services);
        for (const service of services) {
          await service.stop();
          assert.equal(service.stdout().match(/counted together/g)?.length, 2, service.stdout());
        }
      });
    }

  for (const [name, startTopology] of Object.entries(TOPOLOGIES))
    test(`with ${name}, a planned failover costs each instance one short outage at most`, async (t) => {
      const { address, primaryOf, failOver } = await startTopology();
      const services = await startInstances(address, LIMIT);
      const accounts = await createAccounts(services);
      const { id } = accounts[0] as Account;
      const load = startLoad(services, accounts);
      await until('all windows are used up', () => accounts.every((one) => load.served(one.id) === LIMIT));
      const former = await primaryOf(id);
      await failOver(id);
      // Sentinel lets the former primary go on for about ten seconds.
      await until('the former primary is a replica', () => isReplica(former), { every: 50 });
      // It ends its connections, or answers that it takes no writes.
      await pause(2_000);
      await untilAway(services, 0);
      await load.stop();
      for (const one of accounts)
        assert.ok(
          load.served(one.id) <= LIMIT + INSTANCES * LIMIT,
          `${load.served(one.id)} reads of ${LIMIT}`,
        );
      await assertNewWindowsShared(services);
      const outages: number[] = [];
      for (const service of services) {
        await service.stop();
        assert.ok((service.stdout().match(/counted together/g)?.length ?? 0) <= 2, service.stdout());
        outages.push(Number(/"outageMs":(\d+)/.exec(service.stdout())?.[1] ?? 0));
      }
      t.diagnostic(
        `counted alone for ${outages} ms; beyond the limit of ${LIMIT}: ` +
          `${accounts.map((one) => load.served(one.id) - LIMIT)}; slowest read ${load.slowestMs()} ms`,
      );
    });

  for (const [name, startTopology] of Object.entries(TOPOLOGIES))
    test(`with ${name}, the counts before the kill of a primary are kept`, async (t) => {
      const topology = await startTopology();
      const services = await startInstances(topology.address, 1_000_000);
      const accounts = await createAccounts(services);
      const load = startLoad(services, accounts);
      await until('reads are served', () => accounts.every(({ id }) => load.served(id) > 100));
      (await topology.primaryOf((accounts[0] as Account).id)).signal('SIGKILL');
      await untilAway(services, INSTANCES);
      await untilAway(services, 0);
      await load.stop();
      let shared = 0;
      for (const { id } of accounts)
        shared += Number(await (await topology.primaryOf(id)).ask('GET', keyOf(id)));
      const served = accounts.reduce((sum, { id }) => sum + load.served(id), 0);
      let countedHere = 0;
      for (const service of services) {
        await service.stop();
        countedHere += Number(/"readsCountedHere":(\d+)/.exec(service.stdout())?.[1]);
      }
      const lost = served - shared - countedHere;
      t.diagnostic(`${served} reads: ${shared} counted together, ${countedHere} by instances, ${lost} lost`);
      // Replies that were under way when the primary died: at most one for each caller.
      assert.ok(Math.abs(lost) <= load.callers, `${lost} counts were lost`);
    });
});

const createAccounts = (services: Service[]): Promise<Account[]> =>
  Promise.all(Array.from({ length: ACCOUNTS }, () => (services[0] as Service).account()));

async function assertNewWindowsShared(services: Service[]): Promise<void> {
  const accounts = await createAccounts(services);
  const load = startLoad(services, accounts);
  await until(
    'all windows are used up',
    () => load.rejected() > ACCOUNTS * LIMIT && accounts.every(({ id }) => load.served(id) >= LIMIT),
  );
  await load.stop();
  for (const { id } of accounts) assert.equal(load.served(id), LIMIT);
}

async function isReplica(server: CounterServer): Promise<boolean> {
  // A server that becomes a replica ends its connections.
  const role = await server.ask('ROLE').catch(() => []);
  return (role as string[])[0] === 'slave';
}

interface Load {
  callers: number;
  served: (accountId: string) => number;
  rejected: () => number;
  slowestMs: () => number;
  /** The slowest request to /healthz meanwhile. */
  slowestUncountedMs: () => number;
  /** Fails if a response was neither 200 nor 429. */
  stop: () => Promise<void>;
}

/** Reads of each account on each instance, two at a time, until `stop`. */
function startLoad(services: Service[], accounts: Account[]): Load {
  const served = new Map<string, number>();
  let [rejected, slowestMs, slowestUncountedMs] = [0, 0, 0];
  let isOver = false;
  cleanUpAtEnd(async () => {
    isOver = true;
  });
  const callRepeatedly = async (service: Service, { id, read }: Account) => {
    while (!isOver) {
      const began = performance.now();
      const response = await fetch(`${service.url}/v1/me/students`, {
        headers: { authorization: `Bearer ${read}` },
      });
      const text = await response.text();
      slowestMs = Math.max(slowestMs, Math.round(performance.now() - began));
      assert.ok(response.status === 200 || response.status === 429, text);
      if (response.status === 200) served.set(id, (served.get(id) ?? 0) + 1);
      else rejected += 1;
      // Leaves so much CPU time that a busy machine sheds no load.
      await pause(20);
    }
  };
  const callUncounted = async (service: Service) => {
    while (!isOver) {
      const began = performance.now();
      await (await fetch(`${service.url}/healthz`)).arrayBuffer();
      slowestUncountedMs = Math.max(slowestUncountedMs, Math.round(performance.now() - began));
      await pause(5);
    }
  };
  const callers = services.flatMap((service) =>
    accounts.flatMap((account) => [1, 2].map(() => callRepeatedly(service, account))),
  );
  const all = Promise.all([...callers, ...services.map(callUncounted)]);
  all.catch(() => {});
  return {
    callers: callers.length,
    served: (accountId) => served.get(accountId) ?? 0,
    rejected: () => rejected,
    slowestMs: () => slowestMs,
    slowestUncountedMs: () => slowestUncountedMs,
    async stop() {
      isOver = true;
      await all;
    },
  };
}

const untilAway = (services: Service[], expected: number): Promise<void> =>
  until(`${expected} instances count alone`, async () => (await countAway(services)) === expected, {
    every: 50,
  });

/** How many instances count alone. */
async function countAway(services: Service[]): Promise<number> {
  const texts = await Promise.all(
    services.map(async ({ stdout }) => {
      const port = /"port":(\d+).*"msg":"metrics"/.exec(stdout())?.[1];
      return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    }),
  );
  return texts.filter((text) => /^rollbook_counters_away 1$/m.test(text)).length;
}
