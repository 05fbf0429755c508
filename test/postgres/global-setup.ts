import { type Cluster, startCluster } from './cluster.ts';

/** The PostgreSQL cluster of a test run; ROLLBOOK_TEST_POSTGRES names another one instead. */
let cluster: Cluster | undefined;

export async function globalSetup(): Promise<void> {
  if (process.env.ROLLBOOK_TEST_POSTGRES !== undefined) return;
  cluster = await startCluster();
  process.env.ROLLBOOK_TEST_POSTGRES = cluster.url;
}

export async function globalTeardown(): Promise<void> {
  await cluster?.stop();
}
