import { openPostgres } from '../../server/store/postgres/open-postgres.ts';
import { addressOf, IS_DISTRIBUTED, IS_PARTITIONED, query, TEMPLATE } from '../database.ts';
import { createDistributedTemplate, startCitus } from './citus.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { partition } from './partition.ts';

/**
 * The PostgreSQL cluster of a test run, or those of Citus. ROLLBOOK_TEST_POSTGRES names another one instead, and
 * ROLLBOOK_TEST_POSTGRES_BIN the binaries of another version.
 */
let clusters: Cluster[] = [];

export async function globalSetup(): Promise<void> {
  if (IS_DISTRIBUTED) {
    clusters = await startCitus();
    await createDistributedTemplate();
    return;
  }
  if (process.env.ROLLBOOK_TEST_POSTGRES === undefined) {
    const cluster = await startCluster();
    clusters = [cluster];
    process.env.ROLLBOOK_TEST_POSTGRES = cluster.url;
  }
  await createTemplate(process.env.ROLLBOOK_TEST_POSTGRES);
}

async function createTemplate(cluster: string): Promise<void> {
  await query(cluster, `DROP DATABASE IF EXISTS ${TEMPLATE}`);
  await query(cluster, `CREATE DATABASE ${TEMPLATE}`);
  const address = addressOf(TEMPLATE, cluster);
  const { store } = await openPostgres(address, { create: true, migrate: true });
  await store.close();
  if (IS_PARTITIONED) await partition(address);
}

export async function globalTeardown(): Promise<void> {
  for (const cluster of clusters) await cluster.stop();
}
