import { execFile } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { openStore } from '../server/store/open-store.ts';
import { toStoredStudent } from '../server/store/stored-student.ts';
import { type Cluster, startCluster } from '../test/postgres/cluster.ts';
import { debianBinaries } from '../test/postgres/debian-binaries.ts';
import { until } from '../test/until.ts';
import { type Filled, UID_IN_BODY } from './fill.ts';
import { type Figures, type GrownDatabase, sendSome } from './grown-database.ts';
import {
  ACCOUNTS_PER_INSERT,
  generateAccounts,
  generateStates,
  STUDENTS,
  stateNumber,
} from './growth-accounts.ts';
import { REQUESTS } from './requests.ts';
import { cpuSeconds, type Subject, secondsOf } from './subject.ts';

/** Beyond the defaults only what any operator sets; autovacuum, checkpoints' interval and full pages are untouched. */
const SETTINGS = ['-c', 'shared_buffers=1GB', '-c', 'max_wal_size=8GB', '-c', 'maintenance_work_mem=256MB'];

/** Debian's PostgreSQL if it is installed, because the one from npm comes without pg_dump. */
export const startGrowthCluster = (): Promise<Cluster> => startCluster(SETTINGS, debianBinaries());

/** Creates a database and fills it with accounts in the order of their creation, which is not that of the primary key. */
export async function growPostgres(folder: string, cluster: Cluster, count: number): Promise<GrownDatabase> {
  const name = `accounts_${count}`;
  const address = cluster.url.replace(/\/postgres$/, `/${name}`);
  await runSql(cluster.url, `CREATE DATABASE ${name}`);
  const filled: Filled = { database: address, accounts: [], students: STUDENTS };
  await (await openStore(address, { create: true, migrate: true })).store.close();
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query('SET synchronous_commit = off');
  await client.query(
    `CREATE TEMP TABLE state AS SELECT (row_number() OVER () - 1)::int AS n, tier, body
      FROM json_populate_recordset(NULL::student_record, $1)`,
    [
      JSON.stringify(
        generateStates().map((state) => ({
          tier: state.tier,
          body: toStoredStudent(UID_IN_BODY, state).json,
        })),
      ),
    ],
  );
  for (let done = 0; done < count; done += ACCOUNTS_PER_INSERT) {
    const generated = generateAccounts(done, Math.min(ACCOUNTS_PER_INSERT, count - done));
    const json = JSON.stringify(generated);
    for (const insert of [
      `INSERT INTO account (account_id, name, status, created_at)
        SELECT account_id, name, 'active', created_at FROM json_populate_recordset(NULL::account, $1)`,
      `INSERT INTO api_key (key_id, account_id, name, permission, digest, shown, issued_at, expires_at)
        SELECT v ->> 'key_id', v ->> 'account_id', '', 'write', v ->> 'digest', v ->> 'shown',
          (v ->> 'created_at')::bigint, (v ->> 'expires_at')::bigint FROM json_array_elements($1) AS v`,
      `INSERT INTO activity (account_id, at, kind, detail)
        SELECT v ->> 'account_id', (v ->> 'created_at')::bigint, 'key-issued', v ->> 'shown'
        FROM json_array_elements($1) AS v`,
    ])
      await client.query(insert, [json]);
    await client.query(
      `INSERT INTO student_record (account_id, student_uid, tier, body)
        SELECT a.id, s.uid, tier, replace(body, '"${UID_IN_BODY}"', to_json(s.uid)::text)
        FROM unnest($1::text[]) WITH ORDINALITY AS a (id, n)
        CROSS JOIN unnest($2::text[]) WITH ORDINALITY AS s (uid, n)
        JOIN state ON state.n = ${stateNumber('a.n', 's.n')}
        ORDER BY a.n, s.n`,
      [generated.map(({ account_id }) => account_id), STUDENTS],
    );
    for (const { account_id: accountId, key } of generated) filled.accounts.push({ accountId, key });
  }
  await client.end();
  const vacuum = await secondsOf(() => runSql(address, 'VACUUM ANALYZE'));
  return describePostgres(folder, cluster, filled, vacuum);
}

function describePostgres(
  folder: string,
  cluster: Pick<Cluster, 'url' | 'pid'>,
  filled: Filled,
  vacuum: number,
): GrownDatabase {
  const { database: address } = filled;
  const count = filled.accounts.length;
  return {
    filled,
    databaseCpu: async () => {
      await untilSessionsEnd(address);
      return cpuSeconds(cluster.pid, 'children');
    },
    measureSizes: async () => ({
      ...(await measureSizes(address, count)),
      'first vacuum (s)': [vacuum, 's'],
    }),
    measureWear: (startService) => measureWear(address, filled, startService),
    measureBackups: () => measureBackups(folder, cluster.url, address, count),
  };
}

/** Runs statements one by one, outside of a transaction. */
// biome-ignore lint/suspicious/noExplicitAny: each statement returns rows of its own shape
async function runSql(address: string, ...statements: string[]): Promise<any[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

async function measureSizes(address: string, accounts: number): Promise<Figures> {
  const rows = await runSql(
    address,
    `SELECT relname AS name, CASE relkind WHEN 'r' THEN pg_table_size(oid) ELSE pg_relation_size(oid) END::float8 AS bytes
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i') ORDER BY 2 DESC`,
  );
  const [{ whole, toast }] = await runSql(
    address,
    `SELECT pg_database_size(current_database())::float8 AS whole,
      pg_relation_size((SELECT reltoastrelid FROM pg_class WHERE oid = 'student_record'::regclass))::float8 AS toast`,
  );
  const figures: Figures = { 'bytes an account, whole database': [whole / accounts, 'bytes'] };
  for (const { name, bytes } of rows)
    if (bytes > 20 * accounts) figures[`bytes an account, ${name}`] = [bytes / accounts, 'bytes'];
  figures['TOAST of student_record, bytes an account'] = [toast / accounts, 'bytes'];
  return figures;
}

interface Statistics {
  wal: number;
  transactions: number;
  pages: number;
  tables: Record<string, { updates: number; hot: number }>;
}

const SNAPSHOT = 'snapshot';

/** Sessions report their statistics and their CPU time when they end. */
const untilSessionsEnd = (address: string): Promise<unknown> =>
  until('the sessions have ended', async () => {
    const [{ sessions }] = await runSql(
      address,
      `SELECT count(*)::int AS sessions FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> '${SNAPSHOT}'`,
    );
    return sessions === 0;
  });

async function readStatistics(address: string): Promise<Statistics> {
  await untilSessionsEnd(address);
  const [row] = await runSql(
    address,
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS wal,
      pg_snapshot_xmax(pg_current_snapshot())::text::float8 AS transactions,
      (SELECT wal_fpi FROM pg_stat_wal)::float8 AS pages,
      (SELECT json_object_agg(relname, json_build_object('updates', n_tup_upd, 'hot', n_tup_hot_upd)) FROM pg_stat_user_tables) AS tables`,
  );
  return row;
}

/** Counts, from a checkpoint on, what patches cost in the log, and how many of them stay on their page (HOT). */
async function measureWear(
  address: string,
  filled: Filled,
  startService: () => Promise<Subject>,
): Promise<Figures> {
  const figures: Figures = {};
  const first = await readStatistics(address);
  const { patchAny, sync } = REQUESTS;
  for (const [name, requests, settings] of [
    ['any student', patchAny.service, []],
    ['20 students of an account', sync.service, []],
    ['the same, wal_compression', sync.service, ['ALTER SYSTEM SET wal_compression = on']],
    ['the same, without full pages', sync.service, ['ALTER SYSTEM SET full_page_writes = off']],
  ] as const) {
    await runSql(address, ...settings, 'SELECT pg_reload_conf()', 'CHECKPOINT');
    const before = await readStatistics(address);
    const service = await startService();
    await sendSome(service, requests(filled));
    await service.stop();
    const after = await readStatistics(address);
    const patches = updatesOf(after, 'student_record') - updatesOf(before, 'student_record');
    figures[`WAL bytes a patch, ${name}`] = [(after.wal - before.wal) / patches, 'bytes'];
    figures[`full pages in the WAL a patch, ${name}`] = [(after.pages - before.pages) / patches, 'pages'];
    figures[`transaction IDs a patch, ${name}`] = [(after.transactions - before.transactions) / patches, ''];
    await runSql(address, 'ALTER SYSTEM RESET ALL', 'SELECT pg_reload_conf()');
  }
  const last = await readStatistics(address);
  for (const table of ['student_record', 'api_key']) {
    const [from, to] = [first.tables[table], last.tables[table]];
    const updates = (to?.updates ?? 0) - (from?.updates ?? 0);
    figures[`HOT updates of ${table}, share`] = [((to?.hot ?? 0) - (from?.hot ?? 0)) / updates, ''];
  }
  figures['vacuum of student_record after the patches (s)'] = [
    await secondsOf(() => runSql(address, 'VACUUM student_record')),
    's',
  ];
  return { ...figures, ...(await measureBloat(address, filled)) };
}

const PATCHED_ACCOUNTS = 50;
const CHANGES_OF_EACH_ROW = 4;

/**
 * Changes every student of some accounts again and again, each in its own transaction and without autovacuum: first
 * alone, then beside a transaction that holds a snapshot, as `pg_dump` does until it ends.
 */
async function measureBloat(address: string, { accounts }: Filled): Promise<Figures> {
  const ids = accounts.slice(0, PATCHED_ACCOUNTS).map(({ accountId }) => `'${accountId}'`);
  const rows = `FROM student_record WHERE account_id IN (${ids.join()})`;
  const changeAll = `DO $$ DECLARE r record; BEGIN
    FOR r IN SELECT account_id, student_uid ${rows} LOOP
      UPDATE student_record SET body = regexp_replace(body, '"level":\\d+', '"level":' || (body::json ->> 'level')::int % 90 + 1)
        WHERE account_id = r.account_id AND student_uid = r.student_uid;
      COMMIT;
    END LOOP;
  END $$`;
  const readSize = async (): Promise<number> =>
    (await runSql(address, "SELECT pg_table_size('student_record')::float8 AS bytes"))[0].bytes;
  const [{ own }] = await runSql(
    address,
    `SELECT count(DISTINCT (ctid::text::point)[0])::float8 * 8192 AS own ${rows}`,
  );
  const measureChanges = async (name: string): Promise<Figures> => {
    const [size, before] = [await readSize(), await readStatistics(address)];
    for (let pass = 0; pass < CHANGES_OF_EACH_ROW; pass += 1)
      await runSql(address, 'SET synchronous_commit = off', changeAll);
    const [grown, after] = [(await readSize()) - size, await readStatistics(address)];
    const updates = updatesOf(after, 'student_record') - updatesOf(before, 'student_record');
    const hot = (after.tables.student_record?.hot ?? 0) - (before.tables.student_record?.hot ?? 0);
    return {
      [`HOT updates, each row changed ${CHANGES_OF_EACH_ROW} times, ${name}`]: [hot / updates, ''],
      [`growth of the rows' pages, each row changed ${CHANGES_OF_EACH_ROW} times, ${name}`]: [
        grown / own,
        '',
      ],
    };
  };
  await runSql(address, 'ALTER TABLE student_record SET (autovacuum_enabled = off)');
  const alone = await measureChanges('alone');
  const dump = new pg.Client({ connectionString: address, application_name: SNAPSHOT });
  await dump.connect();
  try {
    await dump.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
    return { ...alone, ...(await measureChanges('beside a dump')) };
  } finally {
    await dump.end();
    await runSql(address, 'ALTER TABLE student_record RESET (autovacuum_enabled)');
  }
}

const updatesOf = ({ tables }: Statistics, table: string): number => tables[table]?.updates ?? 0;

async function measureBackups(
  folder: string,
  clusterAddress: string,
  address: string,
  accounts: number,
): Promise<Figures> {
  const bin = debianBinaries();
  if (bin === undefined) return {};
  const run = (name: string, ...args: string[]) =>
    secondsOf(() => promisify(execFile)(join(bin, name), args));
  const file = join(folder, 'rollbook.dump');
  const restored = address.replace(/\/[^/]*$/, '/restored');
  const dump = await run('pg_dump', '--format=custom', '--no-unlogged-table-data', `--file=${file}`, address);
  const size = statSync(file).size / accounts;
  await runSql(clusterAddress, 'CREATE DATABASE restored');
  const restore = await run(
    'pg_restore',
    '--exit-on-error',
    '--no-owner',
    '--jobs=2',
    `--dbname=${restored}`,
    file,
  );
  await runSql(clusterAddress, 'DROP DATABASE restored', 'CHECKPOINT');
  rmSync(file);
  const copy = join(folder, 'base');
  const base = await run(
    'pg_basebackup',
    `--dbname=${clusterAddress}`,
    `--pgdata=${copy}`,
    '--checkpoint=fast',
  );
  rmSync(copy, { recursive: true });
  return {
    'pg_dump (s)': [dump, 's'],
    'bytes an account, pg_dump': [size, 'bytes'],
    'pg_restore --jobs=2 (s)': [restore, 's'],
    'pg_basebackup of the cluster (s)': [base, 's'],
  };
}
