import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgres } from '../../server/store/postgres/open-postgres.ts';
import { addressOf, onEachNode, query, TEMPLATE } from '../database.ts';
import { type Cluster, FAST_SETTINGS, startCluster } from './cluster.ts';

const WORKERS = 2;

const SETTINGS = Object.entries({
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  // A transaction on two nodes is prepared on each.
  max_prepared_transactions: 300,
  // One that looks after each database, on each node.
  max_worker_processes: 200,
  'citus.node_conninfo': 'sslmode=disable tcp_user_timeout=2000',
  // Few shards for a database that lasts for one test.
  'citus.shard_count': 4,
}).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

const DISTRIBUTE_SQL = readFileSync(join(import.meta.dirname, '../../ops/postgres/distribute.sql'), 'utf8');

/** Distributes the tables as an operator does. */
export const distribute = (address: string) => query(address, DISTRIBUTE_SQL);

/** A coordinator and its workers, in this order, which do not know of each other yet. */
export async function startCitus(
  settings = FAST_SETTINGS,
  workers = WORKERS,
): Promise<[Cluster, ...Cluster[]]> {
  const start = () => startCluster([...SETTINGS, ...settings]);
  const clusters: Cluster[] = [];
  for (let n = 0; n <= workers; n += 1) clusters.push(await start());
  const [coordinator, ...others] = clusters as [Cluster, ...Cluster[]];
  process.env.ROLLBOOK_TEST_POSTGRES = coordinator.url;
  process.env.ROLLBOOK_TEST_WORKERS = others.map(({ url }) => url).join(' ');
  return [coordinator, ...others];
}

/** Makes a database, which exists on each node, one of Citus. */
export async function connectNodes(address: string): Promise<void> {
  await onEachNode('CREATE EXTENSION citus', new URL(address).pathname.slice(1));
  const { ROLLBOOK_TEST_WORKERS: workers = '' } = process.env;
  const { hostname, port } = new URL(address);
  await query(address, `SELECT citus_set_coordinator_host('${hostname}', ${port})`);
  for (const worker of workers.split(' ').map((url) => new URL(url)))
    await query(address, `SELECT citus_add_node('${worker.hostname}', ${worker.port})`);
}

/** The metadata of Citus names nodes, not databases, so that of a template is right in its copies. */
export async function createDistributedTemplate(): Promise<void> {
  await onEachNode(`CREATE DATABASE ${TEMPLATE}`);
  const address = addressOf(TEMPLATE);
  await connectNodes(address);
  const { store } = await openPostgres(address, { create: true, migrate: true });
  await store.close();
  await distribute(address);
  // A template that is in use cannot be copied, and what looks after a database of Citus uses it.
  await onEachNode(`ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`);
  await onEachNode(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${TEMPLATE}'`);
}
