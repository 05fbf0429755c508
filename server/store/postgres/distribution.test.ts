import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { addAccount } from '../../../test/add-account.ts';
import { IS_DISTRIBUTED, newDatabase, query } from '../../../test/database.ts';
import { diagnose } from '../../../test/diagnose.ts';
import { operatorWrite } from '../../../test/operator-write.ts';
import { connectNodes, distribute } from '../../../test/postgres/citus.ts';
import { partition } from '../../../test/postgres/partition.ts';
import { readMigrations } from '../migration-files.ts';
import { toStoredStudent } from '../stored-student.ts';
import { inspectPostgres } from './inspect-postgres.ts';
import { MIGRATIONS_FOLDER, migrate as migrateOn } from './migrate-postgres.ts';
import { openPostgres } from './open-postgres.ts';

const ON_CITUS = { skip: !IS_DISTRIBUTED && 'npm run test:citus runs it' };
const ACCOUNTS = 20;
const DESCRIBE_TABLES = `SELECT table_name::text AS name, citus_table_type AS type, distribution_column AS key
  FROM citus_tables ORDER BY name`;

async function emptyDatabase(t: TestContext) {
  const { address, remove } = await newDatabase('postgres', { isEmpty: true });
  t.after(remove);
  return { address, direct: (sql: string) => query(address, sql) };
}

async function migrate(
  address: string,
  work: (store: Store) => Promise<void> = async () => {},
): Promise<void> {
  const { store } = await openPostgres(address, { create: true, migrate: true });
  await work(store).finally(() => store.close());
}
type Store = Awaited<ReturnType<typeof openPostgres>>['store'];

test('distribute.sql refuses a database without Citus', async (t) => {
  const { address } = await emptyDatabase(t);
  await migrate(address);
  await assert.rejects(distribute(address), /Citus is not in this database/);
});

test(
  'distribute.sql refuses a database without nodes, without tables, or with partitions, and changes nothing',
  ON_CITUS,
  async (t) => {
    const alone = await emptyDatabase(t);
    await alone.direct('CREATE EXTENSION citus');
    await assert.rejects(distribute(alone.address), /There is no node to distribute to/);
    const { address, direct } = await emptyDatabase(t);
    await connectNodes(address);
    await assert.rejects(distribute(address), /There are no tables of Rollbook/);
    await migrate(address);
    await partition(address);
    await assert.rejects(distribute(address), /is partitioned, as partition\.sql does it/);
    assert.deepEqual(await direct(DESCRIBE_TABLES), []);
  },
);

test(
  'distribute.sql distributes every table whose primary key begins with the account, and what is found by a key of its own',
  ON_CITUS,
  async (t) => {
    const { address, remove } = await newDatabase('postgres');
    t.after(remove);
    const tables = await query(address, DESCRIBE_TABLES);
    const ofAccounts = await query(
      address,
      `SELECT table_name AS name FROM information_schema.columns
      WHERE column_name = 'account_id' AND table_schema = 'public' AND ordinal_position = 1`,
    );
    const [others, byAccount] = [
      tables.filter(({ key }) => key !== 'account_id'),
      tables.filter(({ key }) => key === 'account_id').map(({ name }) => name),
    ];
    const byName = (one: { name?: unknown }, other: { name?: unknown }) =>
      String(one.name).localeCompare(String(other.name));
    assert.deepEqual(others.toSorted(byName), [
      { name: 'account_lookup', type: 'distributed', key: 'found_by' },
      { name: 'app_request', type: 'distributed', key: 'digest' },
      { name: 'catalogue', type: 'reference', key: '<none>' },
      { name: 'catalogue_days', type: 'local', key: '<none>' },
      { name: 'catalogue_source', type: 'local', key: '<none>' },
      { name: 'challenge', type: 'distributed', key: 'digest' },
      { name: 'expiry_sweep', type: 'local', key: '<none>' },
      { name: 'fetch_choice', type: 'local', key: '<none>' },
      { name: 'invite', type: 'distributed', key: 'digest' },
      { name: 'migration', type: 'local', key: '<none>' },
      { name: 'portrait_fetch', type: 'local', key: '<none>' },
      { name: 'server_secret', type: 'local', key: '<none>' },
      { name: 'setup_link', type: 'local', key: '<none>' },
      { name: 'used_challenge', type: 'distributed', key: 'digest' },
    ]);
    for (const { name } of ofAccounts) assert.ok(byAccount.includes(name), `${name}`);
    assert.ok(byAccount.includes('passkey') && byAccount.includes('activity'));
    const [{ groups } = {}] = await query(
      address,
      `SELECT count(DISTINCT colocation_id)::int AS groups FROM citus_tables WHERE citus_table_type = 'distributed'`,
    );
    assert.equal(groups, 1);
    const functions = await query(
      address,
      'SELECT proname AS name FROM pg_dist_object JOIN pg_proc AS p ON p.oid = objid WHERE distribution_argument_index = 0',
    );
    assert.deepEqual(functions, [{ name: 'write_record' }, { name: 'write_record' }]);
  },
);

test(
  'distribute.sql keeps rows, deletes them with their account, and leaves none behind',
  ON_CITUS,
  async (t) => {
    const { address, direct } = await emptyDatabase(t);
    await connectNodes(address);
    await migrate(address, async (store) => {
      for (let n = 1; n <= ACCOUNTS; n += 1) {
        await addAccount(store, `account ${n}`);
        await store.writeStudent(
          operatorWrite(`account ${n}`, '10000'),
          { tier: 3, weaponTier: 0 },
          undefined,
        );
      }
      await store.rateLimiter({ name: 'read', limit: 9, windowMs: 9e6 }).consume('account 1');
    });
    const count = async () =>
      (
        await Promise.all(
          ['account', 'student_record', 'student_change', 'history', 'request_window'].map((table) =>
            direct(`SELECT count(*)::int AS count FROM ${table}`),
          ),
        )
      ).map(([row]) => row?.count);
    await distribute(address);
    assert.deepEqual(await count(), [ACCOUNTS, ACCOUNTS, ACCOUNTS, ACCOUNTS, 1]);
    await distribute(address);
    await direct(`DELETE FROM account WHERE account_id = 'account 1'`);
    const left = ACCOUNTS - 1;
    assert.deepEqual(await count(), [left, left, left, left, 1]);
    const [{ bytes } = {}] = await direct("SELECT pg_relation_size('student_record')::int AS bytes");
    assert.equal(bytes, 0);
  },
);

/** Commands that Citus takes only one by one. */
const NEXT = {
  version: 9999,
  name: '9999-next.sql',
  checksum: 'sum',
  sql: `CREATE TABLE note (account_id text COLLATE "C" REFERENCES account ON DELETE CASCADE, note_id text,
      PRIMARY KEY (account_id, note_id));
    ALTER TABLE account ADD COLUMN notes integer NOT NULL DEFAULT 0;
    ALTER TABLE account ADD CONSTRAINT account_notes CHECK (notes >= 0);
    CREATE INDEX account_by_notes ON account (notes);
    UPDATE account SET notes = 1;
    DROP INDEX account_by_notes;
    CREATE OR REPLACE FUNCTION sum_of_notes(of_account text) RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$;`,
};

test(
  'a migration applies to distributed tables, and doctor names what it brings until distribute.sql has run again',
  ON_CITUS,
  async (t) => {
    const { address, remove } = await newDatabase('postgres');
    t.after(remove);
    const find = async () => (await diagnose({ ROLLBOOK_DATABASE: address })).of('database').join();
    assert.match(await find(), /^ok: /);
    await query(
      address,
      "INSERT INTO account (account_id, name, status, created_at) VALUES ('1', '', 'active', 0)",
    );
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    const known = [...readMigrations(MIGRATIONS_FOLDER), NEXT];
    await migrateOn(client, 'db', { create: false, migrate: true }, { known }).finally(() => client.end());
    assert.deepEqual(await query(address, 'SELECT notes FROM account'), [{ notes: 1 }]);
    // As doctor of this release does not know it.
    await query(address, `DELETE FROM migration WHERE version = ${NEXT.version}`);
    assert.match(await find(), /^warning: .*distributed, but without note, sum_of_notes/);
    await distribute(address);
    assert.match(await find(), /^ok: /);
  },
);

test('doctor counts the bytes of all nodes', ON_CITUS, async (t) => {
  const { address, remove } = await newDatabase('postgres');
  t.after(remove);
  const { bytes } = await inspectPostgres(address, [], new AbortController().signal);
  const nodes = await query(
    address,
    "SELECT result::int AS bytes FROM run_command_on_all_nodes('SELECT pg_database_size(current_database())')",
  );
  assert.equal(nodes.length, 3);
  assert.ok(nodes.every((node) => bytes > 1.5 * (node.bytes as number)));
});

const KNOWN = readMigrations(MIGRATIONS_FOLDER);
/** The first whose tables `distribute.sql` could distribute. */
const FIRST_DISTRIBUTED = 8;
const FIRST_WITH_DOCUMENTS = 20;
for (const { version, name } of KNOWN.slice(FIRST_DISTRIBUTED - 1, -1))
  test(
    `a database that was distributed after ${name} gets the migrations since, and keeps its rows`,
    ON_CITUS,
    async (t) => {
      const { address, direct } = await emptyDatabase(t);
      await connectNodes(address);
      const apply = async (known: typeof KNOWN) => {
        const client = new pg.Client({ connectionString: address });
        await client.connect();
        await migrateOn(client, 'db', { create: true, migrate: true }, { known }).finally(() => client.end());
      };
      await apply(KNOWN.slice(0, version));
      await direct(
        "INSERT INTO account (account_id, name, status, created_at) VALUES ('a', '', 'active', 0)",
      );
      const record = toStoredStudent('1', { tier: 3, weaponTier: 0 });
      const [column, value] =
        version < FIRST_WITH_DOCUMENTS ? ['weapon_tier', '0'] : ['body', `'${record.json}'`];
      await direct(
        `INSERT INTO student_record (account_id, student_uid, tier, ${column}) VALUES ('a', '1', 3, ${value})`,
      );
      await distribute(address);
      await apply(KNOWN);
      await distribute(address);
      const { store } = await openPostgres(address, { create: false, migrate: false });
      t.after(() => store.close());
      const stored = await store.readStudent('a', '1');
      assert.deepEqual(stored, record);
      assert.ok(await store.writeStudent(operatorWrite('a', '1'), { tier: 4, weaponTier: 0 }, stored));
    },
  );
