import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import pg from 'pg';
import { cleanUpAtEnd } from '../../../test/cleanup.ts';
import { newDatabase, query } from '../../../test/database.ts';
import { FORMER_INVITES, MIGRATED_INVITES, READ_FORMER_INVITES } from '../../../test/former-invites.ts';
import { until } from '../../../test/until.ts';
import { readMigrations } from '../migration-files.ts';
import { MIGRATIONS_FOLDER, migrate } from './migrate-postgres.ts';

/** A migration of the next release. It refers to the table of accounts, which other sessions use. */
const NEXT = {
  version: 9999,
  name: '9999-next.sql',
  checksum: 'sum',
  sql: 'CREATE TABLE note (account_id text COLLATE "C" PRIMARY KEY REFERENCES account ON DELETE CASCADE);',
};
const KNOWN = [...readMigrations(MIGRATIONS_FOLDER), NEXT];
const OPTIONS = { create: true, migrate: true };
const INSERT = "INSERT INTO account VALUES (gen_random_uuid(), '', 'active', 0)";

/** A database of this release, for which NEXT is pending. */
let address: string;
beforeEach(async () => {
  const database = await newDatabase('postgres', { isEmpty: true });
  cleanUpAtEnd(database.remove);
  address = database.address;
  await migrate(await connect(), 'db', OPTIONS);
});

async function connect(name = 'test'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address, application_name: name });
  client.on('error', () => {});
  await client.connect();
  cleanUpAtEnd(() => client.end());
  return client;
}

test('a migration that waits for a table lets the statements of running instances through', async () => {
  const backup = await connect('backup');
  await backup.query(`BEGIN; ${INSERT}`);
  const migrated = migrate(await connect(), 'db', OPTIONS, { known: KNOWN });
  const instance = await connect();
  const lockWaits = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'relation'`;
  const isWaiting = async () => (await query(address, lockWaits)).length > 0;
  for (let round = 0; round < 2; round += 1) {
    await until('the migration waits for the table', isWaiting);
    // Without the pauses of the migration it would wait for the backup.
    await instance.query(INSERT);
  }
  await backup.query('COMMIT');
  assert.deepEqual(await migrated, [NEXT.name]);
  assert.deepEqual(await query(address, 'SELECT 1 FROM note'), []);
});

test('a migration that gets no table in time changes nothing and names the program that uses it', async () => {
  // A name that SQL would fold to lower case.
  await query(
    address,
    `ALTER SCHEMA public RENAME TO "Rollbook"; DO $$ BEGIN
       EXECUTE format('ALTER DATABASE %I SET search_path = "Rollbook"', current_database()); END $$`,
  );
  const backup = await connect('backup');
  await backup.query(`BEGIN; ${INSERT}`);
  await assert.rejects(
    migrate(await connect(), 'db', OPTIONS, { known: KNOWN, patienceMs: 100 }),
    /db could not be migrated within 0\.1 s: another program \(backup, process \d+\) uses its tables\./,
  );
  assert.deepEqual(await query(address, `SELECT 1 FROM migration WHERE name = '${NEXT.name}'`), []);
  assert.deepEqual(await query(address, "SELECT 1 FROM pg_tables WHERE tablename = 'note'"), []);
});

test('an invite from before invites had a maker gets the operator in whose activity it is, and ends without that right', async () => {
  const database = await newDatabase('postgres', { isEmpty: true });
  cleanUpAtEnd(database.remove);
  address = database.address;
  const known = readMigrations(MIGRATIONS_FOLDER);
  await migrate(await connect(), 'db', OPTIONS, { known: known.filter(({ version }) => version < 19) });
  await query(address, FORMER_INVITES);
  await migrate(await connect(), 'db', OPTIONS);
  assert.deepEqual(await query(address, READ_FORMER_INVITES), MIGRATED_INVITES);
});

test('a migration that fails names itself, with all that the database says, and changes nothing', async () => {
  const failing = {
    ...NEXT,
    name: '9999-failing.sql',
    sql: `CREATE TABLE note (a text);
      RAISE EXCEPTION 'refused' USING DETAIL = 'The reason', HINT = 'What to do';`,
  };
  const known = [...readMigrations(MIGRATIONS_FOLDER), failing];
  await assert.rejects(
    migrate(await connect(), 'db', OPTIONS, { known }),
    /^Error: The migration 9999-failing\.sql failed: refused\. The reason\. What to do\. Nothing was changed\.$/,
  );
  assert.deepEqual(await query(address, "SELECT 1 FROM pg_tables WHERE tablename = 'note'"), []);
});

test('each migration adds a column and its constraint by two commands, as distributed tables need', () => {
  for (const { name, sql, distributedSql = sql } of readMigrations(MIGRATIONS_FOLDER).slice(8))
    assert.doesNotMatch(
      distributedSql,
      /ADD COLUMN [^,;]*\b(CHECK|UNIQUE|PRIMARY KEY|REFERENCES)\b/,
      `${name}: add the constraint by a command of its own, with a name`,
    );
});
