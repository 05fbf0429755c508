import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newDatabase, query } from '../../../test/database.ts';
import { openStore } from '../../../test/postgres/test-store.ts';
import { openPostgres } from './open-postgres.ts';
import { postgresStudentTable } from './postgres-student-table.ts';

const here = openStore();

test('the migrated table is the one that the field table makes', async () => {
  await here.direct('CREATE SCHEMA made');
  await here.direct(`SET search_path = made, public; ${postgresStudentTable()}`);
  const shape = async (schema: string) => [
    await here.direct(
      `SELECT a.attname, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull, a.attcollation, a.attgenerated,
         replace(pg_get_expr(d.adbin, d.adrelid), 'made.', '') AS expression
       FROM pg_attribute AS a LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
       WHERE a.attrelid = ?::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attname`,
      `${schema}.student_record`,
    ),
    await here.direct(
      `SELECT conname, replace(pg_get_constraintdef(oid), 'made.', '') AS definition FROM pg_constraint
       WHERE conrelid = ?::regclass ORDER BY conname`,
      `${schema}.student_record`,
    ),
    await here.direct(
      `SELECT proname, prosrc, provolatile, proargtypes::text FROM pg_proc
       WHERE pronamespace = ?::regnamespace AND proname LIKE 'record_%' ORDER BY proname`,
      schema,
    ),
  ];
  assert.deepEqual(
    await shape('public'),
    await shape('made'),
    'the field table has changed: add a migration that changes student_record and its functions so',
  );
  await here.direct('DROP SCHEMA made CASCADE');
});

test('what is answered is on disk, whatever the server has as its default', async (t) => {
  const name = new URL(here.address).pathname.slice(1);
  await here.direct(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  await here.direct(`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`);
  const opened = await openPostgres(here.address, { create: false, migrate: false });
  t.after(() => opened.store.close());
  await opened.store.ready();
  await opened.store.createAccount({ accountId: 'sync', name: '', status: 'active', createdAt: 0 });
  // Settings of another session cannot be seen: a trigger notes those under which a row is written.
  await here.direct('CREATE TABLE seen (setting text, value text)');
  await here.direct(`CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO seen SELECT name, setting FROM pg_settings WHERE name IN ('synchronous_commit', 'transaction_isolation', 'application_name', 'statement_timeout', 'idle_in_transaction_session_timeout');
    RETURN NULL; END $$`);
  await here.direct('CREATE TRIGGER see AFTER INSERT ON account FOR EACH STATEMENT EXECUTE FUNCTION see()');
  await opened.store.createAccount({ accountId: 'sync 2', name: '', status: 'active', createdAt: 0 });
  const seen = async () =>
    Object.fromEntries(
      (await here.direct('SELECT * FROM seen')).map(({ setting, value }) => [setting, value]),
    );
  assert.deepEqual(await seen(), {
    synchronous_commit: 'on',
    transaction_isolation: 'read committed',
    application_name: 'rollbook',
    statement_timeout: '3000',
    idle_in_transaction_session_timeout: '3000',
  });
  await here.direct('DROP TRIGGER see ON account');
  await here.direct(
    'CREATE TRIGGER see AFTER INSERT ON request_window FOR EACH STATEMENT EXECUTE FUNCTION see()',
  );
  await opened.store.rateLimiter({ name: 'write', limit: 1, windowMs: 1000 }).consume('sync');
  assert.equal((await seen()).synchronous_commit, 'off', 'a count need not be');
  await here.direct('DROP TRIGGER see ON request_window');
});

describe('migrations', () => {
  test('run once, however many start at once', async (t) => {
    const empty = await newDatabase('postgres');
    t.after(() => empty.remove());
    const opened = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const one = await openPostgres(empty.address, { create: true, migrate: true });
        t.after(() => one.store.close());
        return one;
      }),
    );
    const applied = opened.map(({ migrated }) => migrated.length).filter((count) => count > 0);
    const all = await query(empty.address, 'SELECT name FROM migration');
    assert.deepEqual(applied, [all.length]);
  });

  for (const [name, make, sentence] of [
    ['nothing', 'SELECT 1', /There is nothing in the database/],
    ['the tables of another program', 'CREATE TABLE account (theirs text)', /not one of Rollbook's/],
  ] as const)
    test(`a database with ${name} is refused by who only uses one, and stays as it is`, async (t) => {
      const other = await newDatabase('postgres');
      t.after(() => other.remove());
      await query(other.address, make);
      await assert.rejects(openPostgres(other.address, { create: false, migrate: false }), sentence);
      if (name !== 'nothing')
        await assert.rejects(openPostgres(other.address, { create: true, migrate: true }), sentence);
      const tables = await query(other.address, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'");
      assert.equal(tables.length, name === 'nothing' ? 0 : 1);
    });

  test('one that this program does not know is refused', async () => {
    await here.direct("INSERT INTO migration VALUES (99, 'from the future', '', 0)");
    await assert.rejects(openPostgres(here.address, { create: true, migrate: true }), /newer/);
    await here.direct('DELETE FROM migration WHERE version = 99');
    await here.direct("UPDATE migration SET checksum = 'other' || checksum");
    await assert.rejects(openPostgres(here.address, { create: true, migrate: true }), /other contents/);
    await here.direct('UPDATE migration SET checksum = substr(checksum, 6)');
  });
});

for (const [address, sentence] of [
  ['postgres://postgres@127.0.0.1:1/rollbook', /127\.0\.0\.1:1\/rollbook does not answer/],
  ['postgres://postgres:secret@no-such-host.invalid/rollbook', /there is no such host/],
] as const)
  test(`${address.split('@')[1]} is refused with a sentence without the password`, () =>
    assert.rejects(openPostgres(address, { create: true, migrate: true }), (error: Error) => {
      assert.match(error.message, sentence);
      return !error.message.includes('secret');
    }));

test('a database that does not exist is refused with a sentence', async () => {
  const url = new URL(here.address);
  url.pathname = '/no_such_database';
  await assert.rejects(openPostgres(url.href, { create: true, migrate: true }), /createdb/);
});
