import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { query } from '../database.ts';

/** Their primary keys begin with the account. */
export const PARTITIONED_TABLES = [
  ...['student_record', 'request_window', 'growth_goal', 'stock', 'share_link'],
  ...['history', 'change_group', 'student_change', 'roster_snapshot'],
  ...['console_session', 'account_link', 'passkey', 'recovery_code', 'proposal', 'board'],
];

const PARTITION_SQL = readFileSync(join(import.meta.dirname, '../../ops/postgres/partition.sql'), 'utf8');

/** Partitions the tables as an operator does. */
export const partition = (address: string) => query(address, PARTITION_SQL);
