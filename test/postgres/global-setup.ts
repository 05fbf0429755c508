import { IS_DISTRIBUTED, IS_PARTITIONED } from '../database.ts';
import { createDistributedTemplate, startCitus } from './citus.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { createPartitionedTemplate } from './partition.ts';

/**
 * The PostgreSQL cluster of a test run, or those of Citus. ROLLBOOK_TEST_POSTGRES names another one instead, and
 * ROLLBOOK_TEST_POSTGRES_BIN the binaries of another version.
 */
let clusters: Cluster[] = [];

export async function globalSetup(): Promise<void> {
  if (IS_DISTRIBUTED) {
    clusters = await startCitus();
    await createDistributedTemplate();
  } else if (process.env.ROLLBOOK_TEST_POSTGRES === undefined) {
    const cluster = await startCluster();
    clusters = [cluster];
    process.env.ROLLBOOK_TEST_POSTGRES = cluster.url;
  }
  if (IS_PARTITIONED) await createPartitionedTemplate(process.env.ROLLBOOK_TEST_POSTGRES as string);
}

export async function globalTeardown(): Promise<void> {
  for (const cluster of clusters) await cluster.stop();
}
