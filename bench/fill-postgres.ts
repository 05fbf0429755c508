import pg from 'pg';
import { toColumnValues } from '../server/store/columns.ts';
import { startCluster } from '../test/postgres/cluster.ts';
import { COLUMNS, type Filled, fillAccounts, GROWTH } from './fill.ts';

const columns = COLUMNS.join(', ');

/** Starts a PostgreSQL with fsync on and fills the service's tables and a plain table with the same rows. */
export async function startFilledPostgres(
  accounts: number,
  students: number,
): Promise<{ filled: Filled; stop: () => Promise<void> }> {
  const cluster = await startCluster([]);
  const filled = await fillAccounts(cluster.url, accounts, students);
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  const values = toColumnValues(GROWTH);
  await client.query(
    `INSERT INTO student_record (account_id, student_uid, ${columns})
    SELECT account_id, student_uid, ${values.map((_, i) => `$${i + 2}::int`).join(', ')}
    FROM account, unnest($1::text[]) AS student_uid`,
    [filled.students, ...values],
  );
  await client.query(`CREATE TABLE plain AS SELECT account_id, student_uid, ${columns} FROM student_record`);
  await client.query('ALTER TABLE plain ADD PRIMARY KEY (account_id, student_uid)');
  await client.query('VACUUM ANALYZE');
  await client.end();
  return { filled, stop: cluster.stop };
}
