import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openStore } from '../../test/postgres/test-store.ts';
import { readMigrations } from './migration-files.ts';
import { postgresRebuild } from './postgres/postgres-rebuild.ts';
import { postgresStudentTable as postgresTable } from './postgres/postgres-student-table.ts';
import { sqliteRebuild } from './sqlite/sqlite-rebuild.ts';
import { sqliteStudentTable as sqliteTable } from './sqlite/sqlite-student-table.ts';

const folderOf = (engine: string) => join(import.meta.dirname, engine, 'migrations');
const higherLevel = (sql: string) => sql.replace('level BETWEEN 1 AND 90', 'level BETWEEN 1 AND 120');
const FILL = `INSERT INTO account VALUES ('a', '', 'active', 0);
  INSERT INTO student_record (account_id, student_uid, tier, weapon_tier, level) VALUES ('a', '1', 5, 0, 90)`;
const RAISE = "UPDATE student_record SET level = 120 WHERE student_uid = '1'";
const LEVEL = "SELECT level, body FROM student_record WHERE student_uid = '1'";

test('the migrations of each engine lead to the field table, so there is nothing to generate', () => {
  const database = new DatabaseSync(':memory:');
  for (const { sql } of readMigrations(folderOf('sqlite'))) database.exec(sql);
  assert.equal(sqliteRebuild(database, sqliteTable()), undefined);
  assert.equal(postgresRebuild(readMigrations(folderOf('postgres'))), undefined);
});

test('a generated migration on SQLite keeps records, triggers and indexes, and takes the new bound', () => {
  const database = new DatabaseSync(':memory:');
  for (const { sql } of readMigrations(folderOf('sqlite'))) database.exec(sql);
  const attached = () =>
    database
      .prepare("SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = 'student_record' ORDER BY name")
      .all()
      .filter(({ type }) => type !== 'table');
  const epoch = () => database.prepare('SELECT records FROM epoch').get()?.records as number;
  database.exec(FILL);
  const [before, epochBefore] = [attached(), epoch()];
  assert.throws(() => database.exec(RAISE), /CHECK/);
  const target = higherLevel(sqliteTable());
  database.exec(sqliteRebuild(database, target) as string);
  assert.equal(sqliteRebuild(database, target), undefined);
  assert.deepEqual(attached(), before);
  assert.equal(epoch(), epochBefore + 1);
  database.exec(RAISE);
  assert.equal(database.prepare(LEVEL).get()?.level, 120);
  assert.equal(epoch(), epochBefore + 2);
});

const here = openStore(async ({ direct }) => {
  for (const sql of FILL.split(';')) await direct(sql);
});

test('a generated migration on PostgreSQL takes a new bound, and then a new column and a wider type', async () => {
  const migrations = readMigrations(folderOf('postgres'));
  const apply = async (target: string): Promise<string> => {
    const sql = postgresRebuild(migrations, target) as string;
    await here.direct(sql);
    migrations.push({ version: migrations.length + 1, name: '', checksum: '', sql });
    assert.equal(postgresRebuild(migrations, target), undefined);
    return sql;
  };
  await assert.rejects(here.direct(RAISE), /valid_record/);
  const higher = higherLevel(postgresTable());
  assert.doesNotMatch(await apply(higher), /ALTER TABLE/, 'no row is touched');
  await here.direct(RAISE);
  await apply(
    higher
      .replaceAll('level smallint', 'level integer')
      .replaceAll('bond_exp integer)', 'bond_exp integer, luck smallint)')
      .replaceAll('\n  bond_exp integer,', '\n  bond_exp integer,\n  luck smallint,')
      .replaceAll('bond_exp)', 'bond_exp, luck)')
      .replace("|| '}'", `|| ',"luck":' || coalesce(luck::text, 'null')\n    || '}'`),
  );
  await here.direct("UPDATE student_record SET luck = 7 WHERE student_uid = '1'");
  const [row] = await here.direct(LEVEL);
  assert.equal(row?.level, 120);
  assert.match(String(row?.body), /"level":120,.*"luck":7\}$/);
  await assert.rejects(here.direct('UPDATE student_record SET level = 121'), /valid_record/);
});
