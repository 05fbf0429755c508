import { IS_PARTITIONED } from '../database.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { createPartitionedTemplate } from './partition.ts';

/**
 * The PostgreSQL cluster of a test run. ROLLBOOK_TEST_POSTGRES names another one instead, and
 * ROLLBOOK_TEST_POSTGRES_BIN the binaries of another version.
 */
let cluster: Cluster | undefined;

export async function globalSetup(): Promise<void> {
  if (process.env.ROLLBOOK_TEST_POSTGRES === undefined) {
    cluster = await startCluster();
    process.env.ROLLBOOK_TEST_POSTGRES = cluster.url;
  }
  if (IS_PARTITIONED) await createPartitionedTemplate(process.env.ROLLBOOK_TEST_POSTGRES);
}

export async function globalTeardown(): Promise<void> {
  await cluster?.stop();
}
