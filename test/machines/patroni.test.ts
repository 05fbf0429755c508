import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startLoad } from '../faults/under-load.ts';
import { type Service, startService } from '../service.ts';
import { CountingWriters } from './counting-writers.ts';
import { type Machine, startNetwork } from './network.ts';
import {
  DATABASE_MACHINE,
  type DatabaseNode,
  missingForPatroni,
  PatroniCluster,
  untilWritable,
} from './patroni-cluster.ts';

const ROUNDS = 3;
/** Longer than the lease of the primary, `ttl` in ops/patroni/patroni.yml. */
const ETCD_OUTAGE_MS = 30_000;
/** How much longer than any program an instance may need until it writes again. */
const MAX_DELAY_MS = 5_000;

let cluster: PatroniCluster;
let instanceMachines: Machine[];
let services: Service[];

interface Drill {
  title: string;
  fault: (primary: DatabaseNode) => Promise<void>;
  /** Brings the lost machine or program back. */
  repair: (primary: DatabaseNode) => Promise<void>;
  /** An upper bound for the time without acknowledged writes. */
  maxPauseMs: number;
  /** The first instance is cut off together with the primary. */
  cutsInstance?: boolean;
  /** Writes go on without another primary. */
  keepsPrimary?: boolean;
}

const killAllEtcd = async () => void (await Promise.all(cluster.nodes.map((node) => node.killEtcd())));
const startAllEtcd = () => {
  for (const node of cluster.nodes) node.startEtcd();
};

const DRILLS: Drill[] = [
  {
    title: 'PostgreSQL of the primary is killed',
    fault: async (primary) => primary.killPostgres(),
    repair: async () => {},
    maxPauseMs: 25_000,
  },
  {
    title: 'PostgreSQL and Patroni of the primary are killed',
    fault: async (primary) => {
      await primary.killPatroni();
      primary.killPostgres();
    },
    repair: async (primary) => primary.startPatroni(),
    maxPauseMs: 45_000,
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
  },
  {
    title: 'the network of the primary and of one instance is cut',
    fault: async (primary) => {
      primary.machine.cutOff();
      instanceMachines[0]?.cutOff();
    },
    repair: async (primary) => {
      primary.machine.reconnect();
      instanceMachines[0]?.reconnect();
    },
    maxPauseMs: 45_000,
    cutsInstance: true,
  },
  {
    title: 'etcd is killed on all machines',
    fault: async () => {
      await killAllEtcd();
      await pause(ETCD_OUTAGE_MS);
    },
    repair: async () => startAllEtcd(),
    maxPauseMs: 5_000,
    keepsPrimary: true,
  },
];

interface Figures {
  drill: string;
  /** Until any program can write, in ms after the fault. */
  writable: number;
  /** The longest time without acknowledged writes, for each instance that was not cut off. */
  pauses: number[];
  lost: number;
}
const figures: Figures[] = [];

async function runRound(drill: Drill, t: TestContext): Promise<Figures & { writers: CountingWriters }> {
  await cluster.untilComplete();
  const primary = await cluster.primary();
  const [first, ...others] = services as [Service, ...Service[]];
  const load = await startLoad(first, { others, pauseMs: 20 });
  const writers = await CountingWriters.start(services);
  const connected = drill.cutsInstance ? others : services;

  const faultAt = performance.now();
  await drill.fault(primary);
  const writableAt = await untilWritable(cluster, () => performance.now() > faultAt + drill.maxPauseMs);
  await writers.untilAcknowledged(connected);
  const next = await cluster.primary(drill.keepsPrimary ? undefined : primary);
  if (drill.keepsPrimary) assert.equal(next, primary, 'another machine became the primary');

  const repairedAt = performance.now();
  await drill.repair(primary);
  await cluster.untilComplete();
  const completeAt = performance.now();
  await writers.untilAcknowledged(services);
  await load.stopAndCheck();
  await writers.stopAndCheck();

  const pauses = connected.map((service) => Math.round(writers.longestPause(service, faultAt)));
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  t.diagnostic(
    `${primary.name} to ${next.name}: any program writes after ${seconds(writableAt - faultAt)}, ` +
      `instances after ${pauses.map(seconds).join(', ')}; complete ${seconds(completeAt - repairedAt)} after the repair; ` +
      `${writers.acknowledgedWrites} writes acknowledged, ${writers.lost} lost; ${JSON.stringify(Object.fromEntries(load.statuses))}`,
  );
  if (drill.cutsInstance)
    t.diagnostic(
      `the instance cut off writes ${seconds(writers.resumedAt(first, repairedAt) - repairedAt)} after the repair`,
    );
  return { drill: drill.title, writable: writableAt - faultAt, pauses, lost: writers.lost, writers };
}

describe('three machines under Patroni', { skip: missingForPatroni() }, () => {
  before(async () => {
    const machines = await startNetwork({
      db1: { host: 11, ...DATABASE_MACHINE },
      db2: { host: 12, ...DATABASE_MACHINE },
      db3: { host: 13, ...DATABASE_MACHINE },
      app1: { host: 21 },
      app2: { host: 22 },
      app3: { host: 23 },
    });
    const { db1, db2, db3, app1, app2, app3 } = machines;
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

  after(() => {
    for (const { drill, writable, pauses } of figures) console.log(drill, writable, pauses);
  });

  for (const drill of DRILLS)
    test(`no acknowledged write is lost when ${drill.title}`, { timeout: ROUNDS * 180_000 }, async (t) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { writers: _, ...result } = await runRound(drill, t);
        figures.push(result);
        assert.equal(result.lost, 0, 'acknowledged writes are lost');
        for (const ms of result.pauses) {
          assert.ok(ms < drill.maxPauseMs, `no write was acknowledged for ${ms} ms`);
          if (!drill.keepsPrimary) assert.ok(ms < result.writable + MAX_DELAY_MS, `${ms} ms`);
        }
      }
    });
});
