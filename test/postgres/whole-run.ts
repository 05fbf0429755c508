import { type Cluster, startCluster } from './cluster.ts';

/** One cluster for all tests of a run, unless ROLLBOOK_TEST_POSTGRES names another. */
let cluster: Cluster | undefined;

export async function globalSetup(): Promise<void> {
  if (process.env.ROLLBOOK_TEST_POSTGRES !== undefined) return;
  cluster = await startCluster();
  process.env.ROLLBOOK_TEST_POSTGRES = cluster.url;
}

export async function globalTeardown(): Promise<void> {
  await cluster?.stop();
}
