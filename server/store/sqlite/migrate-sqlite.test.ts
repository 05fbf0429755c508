import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { assertOwnDatabase, migrateDatabase } from './migrate-sqlite.ts';

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

test('a database with tables of another program is not one of ours', (t) => {
  const file = newFile(t);
  const database = new DatabaseSync(file);
  t.after(() => database.close());
  assertOwnDatabase(database, file);
  database.exec('CREATE TABLE theirs (a)');
  assert.throws(() => assertOwnDatabase(database, file), /not one of Rollbook's/);
});
