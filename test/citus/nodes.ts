import assert from 'node:assert/strict';
import { openPostgres } from '../../server/store/postgres/open-postgres.ts';
import { type ConsoleBrowser, signUpPlayer } from '../console/console-browser.ts';
import { addressOf, newDatabase, query } from '../database.ts';
import { type checkFailure, type Load, type LoadOptions, startLoad } from '../faults/under-load.ts';
import { connectNodes, distribute, startCitus } from '../postgres/citus.ts';
import type { Cluster } from '../postgres/cluster.ts';
import { type Account, type Service, startService } from '../service.ts';
import { until } from '../until.ts';

const INSTANCES = 2;
/** Of each of the eight callers. The machine also restarts servers meanwhile. */
const PAUSE_MS = 100;

const SETTINGS = { ROLLBOOK_SIGNUP: 'open', ROLLBOOK_COUNTERS: 'postgres' };

export interface Nodes {
  coordinator: Cluster;
  workers: readonly [Cluster, Cluster];
  /** The address of the database, on the coordinator. */
  address: string;
  services: readonly [Service, ...Service[]];
  stop: () => Promise<void>;
}

/** Two instances on a coordinator and two workers of their own, which may be killed. */
export async function startNodes(): Promise<Nodes> {
  // With fsync, because a killed PostgreSQL must find its write-ahead log.
  const [coordinator, ...workers] = await startCitus(['-c', 'max_connections=300']);
  const { address } = await newDatabase('postgres', { isEmpty: true });
  await connectNodes(address);
  const { store } = await openPostgres(address, { create: true, migrate: true });
  await store.close();
  await distribute(address);
  const services: Service[] = [];
  for (let n = 0; n < INSTANCES; n += 1)
    services.push(await startService({ database: address, env: SETTINGS }));
  return {
    coordinator,
    workers: workers as [Cluster, Cluster],
    address,
    services: services as [Service, ...Service[]],
    async stop() {
      for (const service of services) await service.stop();
      for (const cluster of [...workers, coordinator]) await cluster.stop();
    },
  };
}

/** Another instance, on that worker. */
export const startInstanceOn = (nodes: Nodes, worker: Cluster, env = {}): Promise<Service> =>
  startService({ database: addressOn(nodes, worker), env: { ...SETTINGS, ...env } });

/** The address of the database, on that worker. */
export const addressOn = ({ address }: Nodes, worker: Cluster): string =>
  addressOf(new URL(address).pathname.slice(1), worker.url);

/** What `create` makes until the rows of its account are on that worker. */
async function createOn<T extends { id: string }>(
  { address }: Nodes,
  worker: Cluster,
  create: () => Promise<T>,
): Promise<T> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const created = await create();
    const [{ port } = {}] = await query(
      address,
      `SELECT nodeport AS port FROM pg_dist_placement JOIN pg_dist_node USING (groupid)
       WHERE shardid = get_shard_id_for_distribution_column('account', ?::text)`,
      [created.id],
    );
    if (String(port) === new URL(worker.url).port) return created;
  }
  return assert.fail('no account is on the worker');
}

/** A new account that is on that worker. */
export const accountOn = (nodes: Nodes, worker: Cluster): Promise<Account> =>
  createOn(nodes, worker, () => nodes.services[0].account());

/** A new player whose account is on that worker. */
export async function playerOn(nodes: Nodes, worker: Cluster): Promise<ConsoleBrowser> {
  const { browser } = await createOn(nodes, worker, async () => {
    const { browser, accountId } = await signUpPlayer(nodes.services[0]);
    return { browser, id: accountId };
  });
  return browser;
}

/** Random calls to an account of that worker through all instances. */
export function startLoadOn(nodes: Nodes, worker: Cluster, options: LoadOptions = {}): Promise<Load> {
  const [first, ...others] = nodes.services;
  return startLoad(
    { url: first.url, call: first.call, account: () => accountOn(nodes, worker) },
    { others, pauseMs: PAUSE_MS, ...options },
  );
}

/** For a load whose node is there all the time. */
export const checkUndisturbed: typeof checkFailure = (method, answer) => {
  assert.ok(answer !== undefined, `${method} was not answered at all`);
  assert.ok(answer.status < 500, `${method} answered ${answer.status}: ${answer.text}`);
};

/** Waits until so many more calls were answered so. */
export async function untilAnswered(load: Load, name: string, more = 10): Promise<void> {
  const count = () => load.statuses.get(name) ?? 0;
  const enough = count() + more;
  const isAnswered = () => {
    load.throwFailure();
    return count() >= enough;
  };
  await until(`${more} more of ${name}`, isAnswered, { every: 20 });
}

export const summarize = (load: Load): string => JSON.stringify(Object.fromEntries(load.statuses));
