import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addAccount } from '../../../test/add-account.ts';
import { newDatabase, query } from '../../../test/database.ts';
import { openStore } from '../../../test/postgres/test-store.ts';
import { UserError } from '../../errors/user-error.ts';
import { openPostgres } from './open-postgres.ts';
import { writeRecordFunction } from './write-record-function.ts';

const fixture = openStore();

test('the migrations lead to the function that writes a record', async () => {
  const [{ definition } = {}] = await fixture.direct(
    "SELECT prosrc AS definition FROM pg_proc WHERE proname = 'write_record' ORDER BY pronargs LIMIT 1",
  );
  const [, body] = writeRecordFunction().split('$$');
  assert.equal(definition, body, 'add a migration that replaces write_record by the generated one');
});

test('a store sets its own durability, isolation and timeouts, whatever the defaults of the server', async (t) => {
  const name = new URL(fixture.address).pathname.slice(1);
  await fixture.direct(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  await fixture.direct(`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`);
  const opened = await openPostgres(fixture.address, { create: false, migrate: false });
  t.after(() => opened.store.close());
  await opened.store.ready();
  await addAccount(opened.store, 'sync');
  // A trigger records the settings of the session that writes, because no other session can query them.
  await fixture.direct('CREATE TABLE seen (setting text, value text)');
  await fixture.direct(`CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO seen SELECT name, setting FROM pg_settings WHERE name IN ('synchronous_commit', 'transaction_isolation', 'application_name', 'statement_timeout', 'idle_in_transaction_session_timeout');
    RETURN NULL; END $$`);
  await fixture.direct(
    'CREATE TRIGGER see AFTER INSERT ON account FOR EACH STATEMENT EXECUTE FUNCTION see()',
  );
  await addAccount(opened.store, 'sync 2');
  const seen = async () =>
    Object.fromEntries(
      (await fixture.direct('SELECT * FROM seen')).map(({ setting, value }) => [setting, value]),
    );
  assert.deepEqual(await seen(), {
    synchronous_commit: 'on',
    transaction_isolation: 'read committed',
    application_name: 'rollbook',
    statement_timeout: '3000',
    idle_in_transaction_session_timeout: '3000',
  });
  await fixture.direct('DROP TRIGGER see ON account');
  await fixture.direct(
    'CREATE TRIGGER see AFTER INSERT ON request_window FOR EACH STATEMENT EXECUTE FUNCTION see()',
  );
  await opened.store.rateLimiter({ name: 'write', limit: 1, windowMs: 1000 }).consume('sync');
  assert.equal((await seen()).synchronous_commit, 'off', 'counts do not wait for the disk');
  await fixture.direct('DROP TRIGGER see ON request_window');
});

describe('migrations', () => {
  test('migrations run once when six stores open at the same time', async (t) => {
    const empty = await newDatabase('postgres', { isEmpty: true });
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

  for (const [name, setUpSql, message] of [
    ['nothing', 'SELECT 1', /There is nothing in the database/],
    ['the tables of another program', 'CREATE TABLE account (theirs text)', /not one of Rollbook's/],
  ] as const)
    test(`a store that may not create tables rejects a database with ${name}, and changes nothing`, async (t) => {
      const other = await newDatabase('postgres', { isEmpty: true });
      t.after(() => other.remove());
      await query(other.address, setUpSql);
      await assert.rejects(openPostgres(other.address, { create: false, migrate: false }), message);
      if (name !== 'nothing')
        await assert.rejects(openPostgres(other.address, { create: true, migrate: true }), message);
      const tables = await query(other.address, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'");
      assert.equal(tables.length, name === 'nothing' ? 0 : 1);
    });

  test('a migration that is unknown or has another checksum is rejected', async () => {
    await fixture.direct("INSERT INTO migration VALUES (99, 'from the future', '', 0)");
    await assert.rejects(openPostgres(fixture.address, { create: true, migrate: true }), /newer/);
    await fixture.direct('DELETE FROM migration WHERE version = 99');
    await fixture.direct("UPDATE migration SET checksum = 'other' || checksum");
    await assert.rejects(openPostgres(fixture.address, { create: true, migrate: true }), /other contents/);
    await fixture.direct('UPDATE migration SET checksum = substr(checksum, 6)');
  });
});

for (const [address, message] of [
  ['postgres://postgres@127.0.0.1:1/rollbook', /127\.0\.0\.1:1\/rollbook does not answer/],
  ['postgres://postgres:secret@no-such-host.invalid/rollbook', /there is no such host/],
] as const)
  test(`the error for ${address.split('@')[1]} explains the problem without the password`, () =>
    assert.rejects(openPostgres(address, { create: true, migrate: true }), (error: Error) => {
      assert.match(error.message, message);
      return !error.message.includes('secret');
    }));

for (const [parameters, message] of [
  ['?pool=0', /\?pool= in ROLLBOOK_DATABASE must be a whole number from 1 to 999, not 0/],
  ['?pool=many', /from 1 to 999, not many/],
  ['?pool=5&together=16', /\?together=, which Rollbook no longer has.* Leave it out/],
] as const)
  test(`an address with ${parameters} stops the start with a sentence`, () =>
    assert.rejects(
      openPostgres(`${fixture.address}${parameters}`, { create: false, migrate: false }),
      (error) => error instanceof UserError && message.test(error.message),
    ));

test('the error for a database that does not exist names createdb', async () => {
  const url = new URL(fixture.address);
  url.pathname = '/no_such_database';
  await assert.rejects(openPostgres(url.href, { create: true, migrate: true }), /createdb/);
});
