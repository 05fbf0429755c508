import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgres } from '../../server/store/postgres/open-postgres.ts';
import { addressOf, query, SPREAD_TEMPLATE } from '../database.ts';

/** Their primary keys begin with the account. */
export const PARTITIONED_TABLES = [
  ...['student_record', 'request_window', 'growth_goal', 'stock', 'share_link'],
  ...['history', 'change_group', 'student_change', 'roster_snapshot'],
  ...['console_session', 'account_link', 'passkey', 'recovery_code'],
];

const PARTITION_SQL = readFileSync(join(import.meta.dirname, '../../ops/postgres/partition.sql'), 'utf8');

/** Partitions the tables as an operator does. */
export const partition = (address: string) => query(address, PARTITION_SQL);

export async function createPartitionedTemplate(cluster: string): Promise<void> {
  await query(cluster, `DROP DATABASE IF EXISTS ${SPREAD_TEMPLATE}`);
  await query(cluster, `CREATE DATABASE ${SPREAD_TEMPLATE}`);
  const address = addressOf(SPREAD_TEMPLATE, cluster);
  const { store } = await openPostgres(address, { create: true, migrate: true });
  await store.close();
  await partition(address);
}
