import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { databaseFile } from '../../../test/packages/release-fixture.ts';
import { rewriteSchema } from '../../../test/rewrite-schema.ts';
import { readMigrations } from '../migration-files.ts';
import { toStoredStudent } from '../stored-student.ts';
import { checkSchema, findDamage, MIGRATIONS_FOLDER, migrateDatabase } from './migrate-sqlite.ts';
import { findSchemaDifference } from './schema-difference.ts';

const MIGRATIONS = readMigrations(MIGRATIONS_FOLDER);
const PROMOTE =
  'CREATE TRIGGER promote AFTER INSERT ON account BEGIN UPDATE account SET is_operator = 1; END';

/** A migrated database, whose file may be tampered with by `change`. */
function newFile(
  t: TestContext,
  change: (file: string) => void = () => {},
  migrations = MIGRATIONS,
): DatabaseSync {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-schema-'));
  const file = join(folder, 'rollbook.db');
  const created = new DatabaseSync(file);
  migrateDatabase(created, file, true, migrations);
  created.close();
  change(file);
  const database = new DatabaseSync(file);
  t.after(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  return database;
}

const execute = (sql: string) => (file: string) => {
  using database = new DatabaseSync(file);
  database.exec(sql);
};

test('a database has the schema of the migrations that it records, whichever release has made it', (t) => {
  for (const [i, { name }] of MIGRATIONS.entries()) {
    using database = new DatabaseSync(':memory:');
    migrateDatabase(database, '', true, MIGRATIONS.slice(0, i + 1));
    assert.equal(findSchemaDifference(database), undefined, name);
    migrateDatabase(database, '', true);
    assert.equal(findSchemaDifference(database), undefined, `${name}, upgraded`);
  }
  const released = newFile(t, (file) => writeFileSync(file, gunzipSync(readFileSync(databaseFile('0.1.0')))));
  migrateDatabase(released, '', true);
  assert.equal(findSchemaDifference(released), undefined);
});

test('what ANALYZE and Litestream add is no difference, and what only looks like it is one', (t) => {
  const litestream =
    'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER); CREATE TABLE _litestream_lock (id INTEGER);';
  const own = newFile(
    t,
    execute(
      `${litestream} INSERT INTO account (account_id, name, status, created_at) VALUES ('a', '', 'active', 0); ANALYZE`,
    ),
  );
  assert.ok(own.prepare('SELECT * FROM sqlite_stat1').get());
  assert.equal(findSchemaDifference(own), undefined);
  const other = newFile(t, execute('CREATE VIEW _litestream_lock AS SELECT 1 AS id'));
  assert.equal(findSchemaDifference(other), 'view _litestream_lock was added');
});

const CHANGES: Record<string, [change: (file: string) => void, difference: RegExp]> = {
  'a trigger': [execute(PROMOTE), /^trigger promote was added$/],
  'a view': [execute('CREATE VIEW v AS SELECT 1'), /^view v was added$/],
  'an index on an expression': [
    execute("CREATE INDEX i ON account (hex(name)) WHERE name <> ''"),
    /^index i was added$/,
  ],
  'a virtual table': [execute('CREATE VIRTUAL TABLE words USING fts5(word)'), /^table words was added, /],
  'a missing index': [execute('DROP INDEX api_key_end'), /^index api_key_end is missing$/],
  'an index on something else': [
    execute('DROP INDEX api_key_end; CREATE INDEX api_key_end ON api_key (key_id)'),
    /^index api_key_end is different$/,
  ],
  'another default': [
    (file) => rewriteSchema(file, 'account', (sql) => sql.replace('DEFAULT 0', 'DEFAULT 1')),
    /^table account is different$/,
  ],
  'another column': [
    execute('ALTER TABLE account ADD COLUMN note TEXT GENERATED ALWAYS AS (hex(name))'),
    /^table account is different$/,
  ],
  'a cache without bound': [
    execute('PRAGMA default_cache_size = 1000000000'),
    /^the setting cache_size is 1000000000$/,
  ],
  'a migration that is left out': [
    execute('DELETE FROM migration WHERE version = 2'),
    /^migration 0002-history\.sql is missing$/,
  ],
  'names without bound': [
    execute(Array.from({ length: 9 }, (_, i) => `CREATE TABLE "${i}${'x'.repeat(9_999)}" (a)`).join(';')),
    /^(table \dx{73}… was added, ){5}and 4 more$/,
  ],
};
for (const [what, [change, difference]] of Object.entries(CHANGES))
  test(`${what} in the schema of a database is named`, (t) =>
    assert.match(findSchemaDifference(newFile(t, change)) ?? '', difference));

test('no row is read before the table of migrations is known to be one', (t) => {
  for (const other of [
    'CREATE VIEW migration AS WITH RECURSIVE n(version) AS (SELECT 1 UNION ALL SELECT version + 1 FROM n) SELECT * FROM n',
    'CREATE TABLE migration (version, name, checksum AS (hex(name)), applied_at)',
  ]) {
    const database = newFile(t, execute(`DROP TABLE migration; ${other}`));
    assert.throws(() => checkSchema(database, 'x'), /is not a database of Rollbook's/);
  }
});

const RECORDS: Record<string, string> = {
  'another key': '{"studentUid":"1","tier":3,"owner":"x"}',
  'a text for a number': '{"studentUid":"1","tier":3,"level":"9"}',
  'a key twice': '{"studentUid":"1","tier":3,"level":1,"level":2}',
  'white space': '{"studentUid":"1", "tier":3}',
};
for (const [what, body] of Object.entries(RECORDS))
  test(`a record with ${what} is damage, because responses have its text`, (t) => {
    const database = newFile(t);
    database.exec("INSERT INTO account (account_id, name, status, created_at) VALUES ('a', '', 'active', 0)");
    const insert = database.prepare("INSERT INTO student_record VALUES ('a', '1', 3, ?)");
    insert.run(toStoredStudent('1', { tier: 3, weaponTier: 0, level: 999 }).json);
    assert.equal(findDamage(database), undefined, 'bounds of the game change');
    database.exec('DELETE FROM student_record');
    insert.run(body);
    assert.match(findDamage(database) ?? '', /^student_record has a body that no release has written/);
  });

test('a record belongs to its key, and has its tier', (t) => {
  const database = newFile(t);
  database.exec("INSERT INTO account (account_id, name, status, created_at) VALUES ('a', '', 'active', 0)");
  const insert = database.prepare("INSERT INTO student_record VALUES ('a', ?, ?, ?)");
  const { json } = toStoredStudent('1', { tier: 3, weaponTier: 0 });
  for (const values of [
    ['2', 3, json],
    ['1', 4, json],
    ['1', null, json],
    ['1', 3, '{'],
    ['', 3, json],
  ])
    assert.throws(() => insert.run(...(values as [string, number, string])), /CHECK constraint failed/);
  insert.run('1', 3, json);
});

test('a generated text of before documents that does not follow from its row is damage', (t) => {
  const expression = / GENERATED ALWAYS AS \(json_object\(.*?\)\) STORED/;
  const change = (file: string) => {
    execute(`INSERT INTO account (account_id, name, status, created_at) VALUES ('a', '', 'active', 0);
      INSERT INTO student_record (account_id, student_uid, tier, weapon_tier) VALUES ('a', '1', 3, 0)`)(file);
    let generated = '';
    rewriteSchema(file, 'student_record', (sql) => {
      generated = expression.exec(sql)?.[0] as string;
      return sql.replace(expression, '');
    });
    execute(`UPDATE student_record SET body = replace(body, '"tier":3', '"tier":5')`)(file);
    rewriteSchema(file, 'student_record', (sql) => sql.replace('body TEXT NOT NULL', `$&${generated}`));
  };
  const database = newFile(t, change, MIGRATIONS.slice(0, 21));
  assert.match(findDamage(database) ?? '', /^student_record has a body that does not follow/);
});
