import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { STATE_FIELDS, STATE_NAMES } from '../../../contract/state-fields.ts';
import { type Database, newDatabase, query } from '../../../test/database.ts';
import { columnOf } from '../columns.ts';
import { openPostgres } from './open.ts';
import { recordTable } from './record-table.ts';
import { COUNTS, READS, WRITES } from './statements.ts';
import type { PostgresStore } from './store.ts';

let database: Database;
let store: PostgresStore;
const direct = (sql: string, ...values: string[]) => query(database.address, sql, values);

before(async () => {
  database = await newDatabase('postgres');
  ({ store } = await openPostgres(database.address, { create: true, migrate: true }));
});
after(async () => {
  await store.close();
  await database.remove();
});

test('the migrated table is the one that the field table makes', async () => {
  await direct('CREATE SCHEMA made');
  const client = new pg.Client({ connectionString: database.address });
  await client.connect();
  await client.query(`SET search_path = made, public; ${recordTable()}`);
  await client.end();
  const shape = async (schema: string) => [
    await direct(
      `SELECT a.attname, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull, a.attcollation, a.attgenerated,
         replace(pg_get_expr(d.adbin, d.adrelid), 'made.', '') AS expression
       FROM pg_attribute AS a LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
       WHERE a.attrelid = ?::regclass AND a.attnum > 0 ORDER BY a.attnum`,
      `${schema}.student_record`,
    ),
    await direct(
      `SELECT conname, replace(pg_get_constraintdef(oid), 'made.', '') AS definition FROM pg_constraint
       WHERE conrelid = ?::regclass ORDER BY conname`,
      `${schema}.student_record`,
    ),
    await direct(
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
  await direct('DROP SCHEMA made CASCADE');
});

test('what is answered is on disk, whatever the server has as its default', async () => {
  const name = new URL(database.address).pathname.slice(1);
  await direct(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  await direct(`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`);
  const opened = await openPostgres(database.address, { create: false, migrate: false });
  await opened.store.ready();
  await opened.store.createAccount({ accountId: 'sync', name: '', status: 'active', createdAt: 0 });
  // Settings of another session cannot be seen: a trigger notes those under which a row is written.
  await direct('CREATE TABLE seen (setting text, value text)');
  await direct(`CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO seen SELECT name, setting FROM pg_settings WHERE name IN ('synchronous_commit', 'transaction_isolation', 'application_name', 'statement_timeout', 'idle_in_transaction_session_timeout');
    RETURN NULL; END $$`);
  await direct('CREATE TRIGGER see AFTER INSERT ON account FOR EACH STATEMENT EXECUTE FUNCTION see()');
  await opened.store.createAccount({ accountId: 'sync 2', name: '', status: 'active', createdAt: 0 });
  const seen = async () =>
    Object.fromEntries((await direct('SELECT * FROM seen')).map(({ setting, value }) => [setting, value]));
  assert.deepEqual(await seen(), {
    synchronous_commit: 'on',
    transaction_isolation: 'read committed',
    application_name: 'rollbook',
    statement_timeout: '3000',
    idle_in_transaction_session_timeout: '3000',
  });
  await direct('DROP TRIGGER see ON account');
  await direct('CREATE TRIGGER see AFTER INSERT ON request_window FOR EACH STATEMENT EXECUTE FUNCTION see()');
  await opened.store.windows({ of: 'write', limit: 1, windowMs: 1000 }).take('sync');
  assert.equal((await seen()).synchronous_commit, 'off', 'a count need not be');
  await direct('DROP TRIGGER see ON request_window');
  await opened.store.close();
});

describe('migrations', () => {
  test('run once, however many start at once', async () => {
    const empty = await newDatabase('postgres');
    const opened = await Promise.all(
      Array.from({ length: 6 }, () => openPostgres(empty.address, { create: true, migrate: true })),
    );
    const applied = opened.map(({ migrated }) => migrated.length).filter((count) => count > 0);
    const all = await query(empty.address, 'SELECT name FROM migration');
    assert.deepEqual(applied, [all.length]);
    await Promise.all(opened.map((one) => one.store.close()));
    await empty.remove();
  });

  for (const [name, make, sentence] of [
    ['nothing', 'SELECT 1', /There is nothing in the database/],
    ['the tables of another program', 'CREATE TABLE account (theirs text)', /not one of Rollbook's/],
  ] as const)
    test(`a database with ${name} is refused by who only uses one, and stays as it is`, async () => {
      const other = await newDatabase('postgres');
      await query(other.address, make);
      await assert.rejects(openPostgres(other.address, { create: false, migrate: false }), sentence);
      if (name !== 'nothing')
        await assert.rejects(openPostgres(other.address, { create: true, migrate: true }), sentence);
      const tables = await query(other.address, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'");
      assert.equal(tables.length, name === 'nothing' ? 0 : 1);
      await other.remove();
    });

  test('one that this program does not know is refused', async () => {
    await direct("INSERT INTO migration VALUES (99, 'from the future', '', 0)");
    await assert.rejects(openPostgres(database.address, { create: true, migrate: true }), /newer/);
    await direct('DELETE FROM migration WHERE version = 99');
    await direct("UPDATE migration SET checksum = 'other' || checksum");
    await assert.rejects(openPostgres(database.address, { create: true, migrate: true }), /other contents/);
    await direct('UPDATE migration SET checksum = substr(checksum, 6)');
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
  const url = new URL(database.address);
  url.pathname = '/no_such_database';
  await assert.rejects(openPostgres(url.href, { create: true, migrate: true }), /createdb/);
});

describe('windows', () => {
  const take = (windows: ReturnType<PostgresStore['windows']>) => windows.take('w');
  before(() => store.createAccount({ accountId: 'w', name: '', status: 'active', createdAt: 0 }));

  test('count over all who ask, and what is refused does not count', async () => {
    const [one, other] = [
      store.windows({ of: 'write', limit: 3, windowMs: 60_000 }),
      store.windows({ of: 'write', limit: 3, windowMs: 60_000 }),
    ];
    const taken = [await take(one), await take(other), await take(one), await take(other), await take(one)];
    assert.deepEqual(
      taken.map(({ allowed, remaining }) => [allowed, remaining]),
      [
        [true, 2],
        [true, 1],
        [true, 0],
        [false, 0],
        [false, 0],
      ],
    );
    for (const { resetMs } of taken) assert.ok(resetMs > 50_000 && resetMs <= 60_000, String(resetMs));
  });

  test('of many requests at once exactly as many pass as may', async () => {
    const windows = store.windows({ of: 'read here', limit: 50, windowMs: 60_000 });
    const taken = await Promise.all(Array.from({ length: 120 }, () => take(windows)));
    assert.equal(taken.filter(({ allowed }) => allowed).length, 50);
  });

  test('the next one starts with the first request after the end', async () => {
    const windows = store.windows({ of: 'read there', limit: 1, windowMs: 300 });
    assert.deepEqual([(await take(windows)).allowed, (await take(windows)).allowed], [true, false]);
    await new Promise((resolve) => setTimeout(resolve, 400));
    const { allowed, resetMs } = await take(windows);
    assert.ok(allowed && resetMs > 250 && resetMs <= 300);
  });

  test('bring the wanted student along', async () => {
    await store.writeStudent('w', '10010', { tier: 1, weaponTier: 0 }, undefined);
    const windows = store.windows({ of: 'write', limit: 100, windowMs: 60_000 });
    const known = await store.readStudent('w', '10010');
    assert.deepEqual((await windows.take('w', '10010')).brought, { studentUid: '10010', recorded: known });
    assert.deepEqual((await windows.take('w', '10011')).brought, {
      studentUid: '10011',
      recorded: undefined,
    });
  });
});

describe('a key met before', () => {
  const count = { of: 'write', limit: 5, windowMs: 60_000 };
  const may = () => true;
  const key = {
    keyId: 'met',
    accountId: 'met',
    name: '',
    permission: 'write',
    shown: '',
    issuedAt: 0,
    expiresAt: 9,
    revokedAt: null,
    lastUsedAt: null,
  } as const;
  before(async () => {
    await store.createAccount({ accountId: 'met', name: '', status: 'active', createdAt: 0 });
    await store.issueKey(key, 'met digest');
    await store.writeStudent('met', '10010', { tier: 1, weaponTier: 0 }, undefined);
  });

  test('comes with its count and student, but not the first time', async () => {
    const first = await store.findKey('met digest', { studentUid: '10010', count, may });
    assert.deepEqual([first?.taken, first?.brought], [undefined, undefined]);
    const { taken, brought } = (await store.findKey('met digest', { studentUid: '10010', count, may })) ?? {};
    assert.deepEqual([taken?.allowed, taken?.remaining], [true, 4]);
    assert.deepEqual(brought, { studentUid: '10010', recorded: await store.readStudent('met', '10010') });
  });

  test('is not counted if it may not, or has changed since', async () => {
    const counts = async (judge: () => boolean) =>
      (await store.findKey('met digest', { count, may: judge }))?.taken?.remaining;
    assert.equal(await counts(() => false), undefined);
    await direct("UPDATE account SET status = 'suspended' WHERE account_id = 'met'");
    assert.equal(await counts(may), undefined);
    assert.equal((await store.findKey('met digest'))?.accountActive, false);
    await direct("UPDATE account SET status = 'active' WHERE account_id = 'met'");
    await direct("UPDATE api_key SET expires_at = 8 WHERE key_id = 'met'");
    assert.equal(await counts(may), undefined);
    assert.equal(await counts(may), 3, 'nothing was counted meanwhile');
    await direct("DELETE FROM account WHERE account_id = 'met'");
    assert.equal(await store.findKey('met digest', { count, may }), undefined);
  });
});

test('a student nobody had yet is not recorded past an import that drops it', async () => {
  await store.createAccount({ accountId: 'race', name: '', status: 'active', createdAt: 0 });
  for (let round = 0; round < 10; round += 1) {
    const before = await store.catalogueVersion();
    const next = { version: `race ${round}`, entries: '[]', importedAt: 0 };
    const [imported, ...recorded] = await Promise.all([
      store.replaceCatalogue(next, before, [`dropped ${round}`]),
      ...Array.from({ length: 8 }, () =>
        store.writeStudent('race', `dropped ${round}`, { bond: 1 }, undefined, before),
      ),
    ]);
    assert.ok(!(imported && recorded.some(Boolean)), 'dropped and recorded');
    if (!imported) await direct("DELETE FROM student_record WHERE account_id = 'race'");
  }
});

describe('on full tables', () => {
  /** Its answer is a whole table; only a command asks it. */
  const WHOLE = ['listAccounts'];
  /** One row, or none. */
  const SMALL = ['catalogue', 'migration'];

  before(async () => {
    const columns = STATE_NAMES.map(columnOf).join(', ');
    const values = STATE_NAMES.map((name) => (STATE_FIELDS[name].nullable ? 'null' : '1')).join(', ');
    await direct(
      "INSERT INTO account SELECT 'full ' || n, '', 'active', n FROM generate_series(1, 2000) AS n",
    );
    await direct(`INSERT INTO api_key SELECT 'key ' || n, 'full ' || n, '', 'read', 'digest ' || n, '', 0, 0
      FROM generate_series(1, 2000) AS n`);
    await direct(
      `INSERT INTO request_window SELECT 'full ' || n, 'write', 1, now() FROM generate_series(1, 2000) AS n`,
    );
    await direct(`INSERT INTO student_record (account_id, student_uid, ${columns})
      SELECT 'full ' || a, (10000 + s)::text, ${values.replace('1, 1', '1, 0')}
      FROM generate_series(1, 200) AS a, generate_series(1, 100) AS s`);
    await direct('ANALYZE');
  });

  async function scannedBy(text: string): Promise<string[]> {
    const plan = JSON.stringify(await direct(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`));
    return [...plan.matchAll(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g)]
      .map(([, table]) => table as string)
      .filter((table) => !SMALL.includes(table));
  }

  test('a scan would be seen', async () =>
    assert.deepEqual(await scannedBy('SELECT 1 FROM account WHERE name = $1'), ['account']));

  for (const { name, text } of Object.values({ ...READS, ...COUNTS, ...WRITES }))
    test(`${name} reads no table from end to end`, { skip: WHOLE.includes(name) }, async () =>
      assert.deepEqual(await scannedBy(text), []),
    );
});
