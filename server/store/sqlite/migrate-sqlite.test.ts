import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { FORMER_INVITES, MIGRATED_INVITES, READ_FORMER_INVITES } from '../../../test/former-invites.ts';
import { readMigrations } from '../migration-files.ts';
import { toStoredStudent } from '../stored-student.ts';
import { assertOwnDatabase, findDamage, MIGRATIONS_FOLDER, migrateDatabase } from './migrate-sqlite.ts';
import { findSchemaDifference } from './schema-difference.ts';

function newFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-migrate-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'rollbook.db');
}

/** Runs `action` after the first query. */
class InterruptedDatabase extends DatabaseSync {
  action: (() => void) | undefined;

  override prepare(sql: string): StatementSync {
    const statement = super.prepare(sql);
    const get = statement.get.bind(statement);
    statement.get = (...values: never[]) => {
      const row = get(...values);
      this.action?.();
      this.action = undefined;
      return row;
    };
    return statement;
  }
}

test('a database that another process creates during the check is one of ours', (t) => {
  const file = newFile(t);
  const database = new InterruptedDatabase(file);
  t.after(() => database.close());
  database.action = () => {
    const other = new DatabaseSync(file);
    migrateDatabase(other, file, true);
    other.close();
  };
  assertOwnDatabase(database, file);
  assert.equal(database.action, undefined);
  assertOwnDatabase(database, file);
});

test('the migration of a next release is applied once and keeps what is there', (t) => {
  const file = newFile(t);
  const database = new DatabaseSync(file);
  t.after(() => database.close());
  migrateDatabase(database, file, true);
  database.exec(
    "INSERT INTO account (account_id, name, status, created_at) VALUES ('a', 'kept', 'active', 0)",
  );
  const next = {
    version: 9999,
    name: '9999-next.sql',
    checksum: 'sum',
    sql: "ALTER TABLE account ADD COLUMN note TEXT NOT NULL DEFAULT 'new'",
  };
  const known = [...readMigrations(MIGRATIONS_FOLDER), next];
  assert.throws(() => migrateDatabase(database, file, false, known), /older than this program/);
  assert.deepEqual(migrateDatabase(database, file, true, known), [next.name]);
  assert.deepEqual(migrateDatabase(database, file, true, known), []);
  assert.deepEqual(
    { ...database.prepare('SELECT name, note FROM account').get() },
    { name: 'kept', note: 'new' },
  );
  assert.throws(() => migrateDatabase(database, file, true), /newer than this program knows/);
});

const KNOWN = readMigrations(MIGRATIONS_FOLDER);
/** From this number on, a record is one document. */
const ONE_DOCUMENT = 22;
const RECORD = toStoredStudent('1', { bond: 5 });
for (let applied = 1; applied < KNOWN.length; applied += 1)
  test(`a database with ${applied} of the migrations gets the others, keeps its records and can be written`, (t) => {
    const file = newFile(t);
    using database = new DatabaseSync(file);
    migrateDatabase(database, file, true, KNOWN.slice(0, applied));
    database.exec("INSERT INTO account (account_id, name, status, created_at) VALUES ('a', '', 'active', 0)");
    database.exec(
      applied < ONE_DOCUMENT
        ? "INSERT INTO student_record (account_id, student_uid, bond) VALUES ('a', '1', 5)"
        : `INSERT INTO student_record (account_id, student_uid, body) VALUES ('a', '1', '${RECORD.json}')`,
    );
    assert.equal(migrateDatabase(database, file, true).length, KNOWN.length - applied);
    assert.equal(findSchemaDifference(database), undefined);
    assert.equal(findDamage(database), undefined);
    database.exec("UPDATE account SET name = 'changed'");
    const row = database
      .prepare('SELECT name, tier, body FROM account JOIN student_record USING (account_id)')
      .get();
    assert.deepEqual({ ...row }, { name: 'changed', tier: null, body: RECORD.json });
  });

test('a database with tables of another program is not one of ours', (t) => {
  const file = newFile(t);
  const database = new DatabaseSync(file);
  t.after(() => database.close());
  assertOwnDatabase(database, file);
  database.exec('CREATE TABLE theirs (a)');
  assert.throws(() => assertOwnDatabase(database, file), /not one of Rollbook's/);
});

/** A database as it was before the migration with this number. */
function openFormer(t: TestContext, before: number): { database: DatabaseSync; file: string } {
  const file = newFile(t);
  const database = new DatabaseSync(file);
  t.after(() => database.close());
  const known = readMigrations(MIGRATIONS_FOLDER).filter(({ version }) => version < before);
  migrateDatabase(database, file, true, known);
  return { database, file };
}

test('keys from before keys carried their account are kept, each with its account', (t) => {
  const { database, file } = openFormer(t, 9);
  database.exec(`INSERT INTO account (account_id, name, status, created_at) VALUES ('a', '', 'active', 0);
    INSERT INTO api_key (key_id, account_id, name, permission, digest, shown, issued_at, expires_at, revoked_at,
        last_used_at) VALUES ('k', 'a', 'name', 'read', 'digest', 'shown', 1, 2, 3, 4);
    INSERT INTO passkey (credential_id, account_id, name, public_key, sign_count, transports, created_at)
      VALUES ('digest', 'a', '', 'key', 0, '', 0), ('other', 'a', '', 'key', 0, '', 0)`);
  migrateDatabase(database, file, true);
  const lookups = database.prepare('SELECT found_by FROM account_lookup ORDER BY found_by').all();
  assert.deepEqual(
    lookups.map(({ found_by }) => found_by),
    ['digest', 'other'],
  );
  const kept = database
    .prepare(
      'SELECT k.* FROM api_key AS k JOIN account_lookup AS l ON l.account_id = k.account_id AND l.found_by = k.digest',
    )
    .get();
  assert.deepEqual(
    { ...kept },
    {
      ...{ key_id: 'k', account_id: 'a', name: 'name', permission: 'read', digest: 'digest', shown: 'shown' },
      ...{ issued_at: 1, expires_at: 2, revoked_at: 3, last_used_at: 4 },
      // Of before keys had areas, and apps keys.
      ...{ areas: null, app: null, renewable_until: null },
    },
  );
});

test('an invite from before invites had a maker gets the operator in whose activity it is, and ends without that right', (t) => {
  const { database, file } = openFormer(t, 21);
  database.exec(FORMER_INVITES);
  migrateDatabase(database, file, true);
  const invites = database.prepare(READ_FORMER_INVITES).all();
  assert.deepEqual(
    invites.map((row) => ({ ...row })),
    MIGRATED_INVITES,
  );
});
