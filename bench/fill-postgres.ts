import pg from 'pg';
import { STATE_NAMES } from '../contract/state-fields.ts';
import { startCluster } from '../test/postgres/cluster.ts';
import { BODY, type Filled, fillAccounts, GROWTH, UID_IN_BODY } from './fill.ts';

/** Starts a PostgreSQL with fsync on and fills the service's tables and a plain table with the same rows. */
export async function startFilledPostgres(
  accounts: number,
  students: number,
): Promise<{ filled: Filled; stop: () => Promise<void> }> {
  const cluster = await startCluster([]);
  const filled = await fillAccounts(cluster.url, accounts, students);
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  await client.query(
    `INSERT INTO student_record (account_id, student_uid, tier, body)
    SELECT account_id, student_uid, $2, replace($3, '"${UID_IN_BODY}"', to_json(student_uid)::text)
    FROM account, unnest($1::text[]) AS student_uid`,
    [filled.students, GROWTH.tier, BODY],
  );
  await client.query(
    `CREATE TABLE plain AS SELECT account_id, student_uid,
       ${STATE_NAMES.map((name) => `${GROWTH[name]} AS ${name}`).join(', ')} FROM student_record`,
  );
  await client.query('ALTER TABLE plain ADD PRIMARY KEY (account_id, student_uid)');
  await client.query('VACUUM ANALYZE');
  await client.end();
  return { filled, stop: cluster.stop };
}
