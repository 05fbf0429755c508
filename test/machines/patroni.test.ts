import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startLoad } from '../faults/under-load.ts';
import { type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { CountingWriters } from './counting-writers.ts';
import { DirectWrites } from './direct-writes.ts';
import { type Machine, startNetwork } from './network.ts';
import { DATABASE_MACHINE, type DatabaseNode, missingForPatroni, PatroniCluster } from './patroni-cluster.ts';

const ROUNDS = 3;
const ROUND_TIMEOUT_MS = 180_000;
const SUITE_TIMEOUT_MS = 60 * 60_000;
/** Longer than the lease of the primary, `ttl` in ops/patroni/patroni.yml. */
const ETCD_OUTAGE_MS = 30_000;
/** Around the moment when the lease of the primary ends. */
const SHORT_CUTS_MS = [10_000, 16_000, 20_000];
/** How much longer than any program an instance may need until it writes again. */
const MAX_DELAY_MS = 5_000;

let cluster: PatroniCluster;
let instanceMachines: Machine[];
let services: Service[];

interface Drill {
  title: string;
  /** Happens under load before the fault from which the time counts. */
  prepare?: (primary: DatabaseNode) => Promise<void>;
  fault: (primary: DatabaseNode, round: number) => Promise<void>;
  /** How long the fault lasts after writes go on. */
  lastsMs?: number;
  /** Brings the lost machine or program back. */
  repair?: (primary: DatabaseNode) => Promise<void>;
  /** An upper bound for the time without acknowledged writes. */
  maxPauseMs: number;
  /** Which machine is the primary after the fault. */
  next: 'another' | 'the same' | 'any';
  /** The first instance is cut off together with the primary. */
  cutsInstance?: boolean;
}

const killAllEtcd = async () => void (await Promise.all(cluster.nodes.map((node) => node.killEtcd())));
const startAllEtcd = async () => {
  for (const node of cluster.nodes) node.startEtcd();
};
const cut = async ({ machine }: DatabaseNode) => {
  for (const one of [machine, instanceMachines[0]]) one?.cutOff();
};
const reconnect = async ({ machine }: DatabaseNode) => {
  for (const one of [machine, instanceMachines[0]]) one?.reconnect();
};

const DRILLS: Drill[] = [
  {
    title: 'PostgreSQL of the primary is killed',
    fault: async (primary) => primary.killPostgres(),
    maxPauseMs: 25_000,
    next: 'another',
  },
  {
    title: 'PostgreSQL and Patroni of the primary are killed',
    fault: async (primary) => {
      await primary.killPatroni();
      primary.killPostgres();
    },
    repair: async (primary) => primary.startPatroni(),
    maxPauseMs: 45_000,
    next: 'another',
  },
  {
    title: 'the machine of the primary loses its power',
    fault: (primary) => primary.machine.powerOff(),
    repair: async (primary) => {
      primary.machine.powerOn();
      primary.startEtcd();
      primary.startPatroni();
    },
    maxPauseMs: 45_000,
    next: 'another',
  },
  {
    title: 'the network of the primary and of one instance is cut',
    fault: cut,
    repair: reconnect,
    maxPauseMs: 45_000,
    next: 'another',
    cutsInstance: true,
  },
  {
    title: 'that network is cut for 10 to 20 s',
    fault: async (primary, round) => {
      await cut(primary);
      await pause(SHORT_CUTS_MS[round]);
      await reconnect(primary);
    },
    maxPauseMs: 60_000,
    next: 'any',
  },
  {
    title: 'etcd is killed on all machines',
    fault: killAllEtcd,
    lastsMs: ETCD_OUTAGE_MS,
    repair: startAllEtcd,
    // Patroni keeps the primary meanwhile. When etcd is back it may read an old leader from a member, and replace it.
    maxPauseMs: 45_000,
    next: 'the same',
  },
  {
    title: 'etcd returns after the primary has crashed without it',
    prepare: async (primary) => {
      await killAllEtcd();
      primary.killPostgres();
      await pause(ETCD_OUTAGE_MS);
      for (const node of cluster.nodes) assert.equal(await node.isPrimary(), false);
    },
    fault: startAllEtcd,
    maxPauseMs: 45_000,
    next: 'any',
  },
];

interface Figures {
  title: string;
  /** The longest time in which no program could write, in ms. */
  programMs: number;
  /** The longest time without acknowledged writes of each instance that was not cut off. */
  pausesMs: number[];
}
const figures: Figures[] = [];

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function runRound(drill: Drill, round: number, t: TestContext): Promise<void> {
  await cluster.untilComplete();
  const primary = await cluster.primary();
  const [first, ...others] = services as [Service, ...Service[]];
  const load = await startLoad(first, { others, pauseMs: 20 });
  const writers = await CountingWriters.start(services);
  const connected = drill.cutsInstance ? others : services;
  const directWrites = new DirectWrites(cluster);

  await drill.prepare?.(primary);
  const faultAt = performance.now();
  await drill.fault(primary, round);
  const stopped = drill.cutsInstance ? untilStopped(primary) : undefined;
  let takenOverMs: number;
  let next: DatabaseNode;
  let repairedAt: number;
  try {
    takenOverMs = (await directWrites.untilCommitted(faultAt)) - faultAt;
    await writers.untilAcknowledged(connected);
    await pause(drill.lastsMs ?? 0);
    next = await cluster.primary(drill.next === 'another' ? primary : undefined);
  } finally {
    repairedAt = performance.now();
    await drill.repair?.(primary);
  }
  if (drill.next === 'the same') assert.equal(next, primary, 'another machine became the primary');
  await writers.untilAcknowledged(services);
  await cluster.untilComplete();
  const completeMs = performance.now() - repairedAt;
  await load.stopAndCheck();
  await writers.stopAndCheck();
  await directWrites.stop();

  const pausesMs = connected.map((service) => writers.longestPause(service, faultAt));
  const programMs = directWrites.longestPause(faultAt);
  figures.push({ title: drill.title, programMs, pausesMs });
  t.diagnostic(
    `${primary.name} to ${next.name}: a program writes after ${seconds(programMs)}, ` +
      `the instances after ${pausesMs.map(seconds).join(', ')}; all machines run ${seconds(completeMs)} after ` +
      `the repair; ${writers.acknowledgedWrites} writes; ${JSON.stringify(Object.fromEntries(load.statuses))}`,
  );
  assert.equal(writers.lost, 0, 'acknowledged writes are lost');
  if (stopped !== undefined) {
    const stoppedMs = (await stopped) - faultAt;
    t.diagnostic(
      `the former primary stops after ${seconds(stoppedMs)}, ` +
        `its instance writes ${seconds(writers.longestPause(first, repairedAt))} after the repair`,
    );
    assert.ok(stoppedMs < takenOverMs, 'two machines took writes');
  }
  for (const ms of pausesMs) {
    assert.ok(ms < drill.maxPauseMs, `no write was acknowledged for ${ms} ms`);
    assert.ok(ms < programMs + MAX_DELAY_MS, `no write for ${ms} ms, of any program for ${programMs} ms`);
  }
}

/** Waits until PostgreSQL on a machine that is cut off no longer takes writes, and returns the time. */
async function untilStopped(node: DatabaseNode): Promise<number> {
  await until('the former primary stops', async () => !(await node.takesWrites()), { every: 100 });
  return performance.now();
}

function printFigures(): void {
  if (figures.length === 0) return;
  const summarize = (values: number[]) => {
    const sorted = values.toSorted((a, b) => a - b);
    return `${seconds(sorted[sorted.length >> 1] as number)} | ${seconds(sorted.at(-1) as number)}`;
  };
  console.log('| fault | program: median | max | instances: median | max |\n|---|---|---|---|---|');
  for (const { title } of DRILLS) {
    const rounds = figures.filter((one) => one.title === title);
    if (rounds.length === 0) continue;
    const program = summarize(rounds.map(({ programMs }) => programMs));
    console.log(`| ${title} | ${program} | ${summarize(rounds.flatMap(({ pausesMs }) => pausesMs))} |`);
  }
}

const options = { skip: missingForPatroni(), timeout: SUITE_TIMEOUT_MS };
describe('three machines under Patroni', options, () => {
  before(async () => {
    const { db1, db2, db3, app1, app2, app3 } = await startNetwork({
      db1: { host: 11, ...DATABASE_MACHINE },
      db2: { host: 12, ...DATABASE_MACHINE },
      db3: { host: 13, ...DATABASE_MACHINE },
      app1: { host: 21 },
      app2: { host: 22 },
      app3: { host: 23 },
    });
    cluster = await PatroniCluster.start([db1, db2, db3]);
    instanceMachines = [app1, app2, app3];
    services = [];
    for (const machine of instanceMachines)
      services.push(
        await startService({
          database: cluster.address,
          wrapper: machine.wrapper(),
          env: { ROLLBOOK_HOST: machine.testAddress },
        }),
      );
  });
  after(printFigures);

  for (const drill of DRILLS)
    test(`no acknowledged write is lost when ${drill.title}`, {
      timeout: ROUNDS * ROUND_TIMEOUT_MS,
    }, async (t) => {
      for (let round = 0; round < ROUNDS; round += 1) await runRound(drill, round, t);
    });

  test('no acknowledged write is lost when only Patroni of the primary dies', {
    timeout: ROUND_TIMEOUT_MS,
  }, async (t) => {
    await cluster.untilComplete();
    const primary = await cluster.primary();
    const writers = await CountingWriters.start(services);
    const killedAt = performance.now();
    await primary.killPatroni();
    const next = await cluster.primary(primary);
    assert.equal(await primary.takesWrites(), true, 'the former primary was stopped');
    const promotedMs = performance.now() - killedAt;
    try {
      await writers.untilAcknowledged(services, 20);
    } finally {
      primary.startPatroni();
    }
    await cluster.untilComplete();
    await writers.stopAndCheck();
    const pausesMs = services.map((service) => writers.longestPause(service, killedAt));
    t.diagnostic(
      `${next.name} is the primary after ${seconds(promotedMs)}; no writes for ${pausesMs.map(seconds).join(', ')}`,
    );
    assert.equal(writers.lost, 0, 'acknowledged writes are lost');
  });

  // Shows what synchronous replication prevents, and that the check finds it.
  test('acknowledged writes are lost without synchronous replication when the network is cut', {
    timeout: ROUND_TIMEOUT_MS,
  }, async (t) => {
    await cluster.setSynchronous(false);
    const primary = await cluster.primary();
    const writers = await CountingWriters.start(services);
    await cut(primary);
    await cluster.primary(primary);
    await writers.untilAcknowledged(services.slice(1));
    await reconnect(primary);
    await writers.untilAcknowledged(services);
    await cluster.untilComplete();
    await writers.stopAndCheck();
    t.diagnostic(`${writers.lost} of ${writers.acknowledgedWrites} acknowledged writes are lost`);
    assert.ok(writers.lost > 0);
    await cluster.setSynchronous(true);
  });
});
