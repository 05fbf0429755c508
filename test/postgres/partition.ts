import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgres } from '../../server/store/postgres/open-postgres.ts';
import { PARTITIONED_TEMPLATE, query } from '../database.ts';

/** Their primary keys begin with the account. */
export const PARTITIONED_TABLES = [
  ...['student_record', 'request_window', 'growth_goal', 'stock'],
  ...['history', 'change_group', 'student_change', 'roster_snapshot'],
  ...['console_session', 'account_link', 'passkey', 'recovery_code'],
];

const PARTITION_SQL = readFileSync(join(import.meta.dirname, '../../ops/postgres/partition.sql'), 'utf8');

/** Partitions the tables as an operator does. */
export const partition = (address: string) => query(address, PARTITION_SQL);

export async function createPartitionedTemplate(cluster: string): Promise<void> {
  await query(cluster, `DROP DATABASE IF EXISTS ${PARTITIONED_TEMPLATE}`);
  await query(cluster, `CREATE DATABASE ${PARTITIONED_TEMPLATE}`);
  const url = new URL(cluster);
  url.pathname = `/${PARTITIONED_TEMPLATE}`;
  const { store } = await openPostgres(url.href, { create: true, migrate: true });
  await store.close();
  await partition(url.href);
}
