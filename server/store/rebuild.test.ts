import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import pg from 'pg';
import { STATE_FIELDS } from '../../contract/state-fields.ts';
import { IS_DISTRIBUTED } from '../../test/database.ts';
import { partition } from '../../test/postgres/partition.ts';
import { type OpenStore, openStore } from '../../test/postgres/test-store.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { migrate } from './postgres/migrate-postgres.ts';
import { postgresRebuild } from './postgres/postgres-rebuild.ts';
import { postgresStudentTable as postgresTable } from './postgres/postgres-student-table.ts';
import { sqliteRebuild } from './sqlite/sqlite-rebuild.ts';
import { sqliteStudentTable as sqliteTable } from './sqlite/sqlite-student-table.ts';

const migrationsFolder = (engine: string) => join(import.meta.dirname, engine, 'migrations');
const { min, max } = STATE_FIELDS.level;
const RAISED = max + 30;
const raiseLevelCap = (sql: string) =>
  sql.replace(`level BETWEEN ${min} AND ${max}`, `level BETWEEN ${min} AND ${RAISED}`);
const INSERT_RECORD = `INSERT INTO account (account_id, name, status, created_at) VALUES ('a', '', 'active', 0);
  INSERT INTO student_record (account_id, student_uid, tier, weapon_tier, level) VALUES ('a', '1', 5, 0, ${max})`;
const RAISE_LEVEL = `UPDATE student_record SET level = ${RAISED} WHERE student_uid = '1'`;
const SELECT_LEVEL = "SELECT level, body FROM student_record WHERE student_uid = '1'";

test('generates no migration while both engines match the field table', () => {
  const database = new DatabaseSync(':memory:');
  for (const { sql } of readMigrations(migrationsFolder('sqlite'))) database.exec(sql);
  assert.equal(sqliteRebuild(database, sqliteTable()), undefined);
  assert.equal(postgresRebuild(readMigrations(migrationsFolder('postgres'))), undefined);
});

test('a generated SQLite migration keeps records, triggers and indexes and applies the new bound', () => {
  const database = new DatabaseSync(':memory:');
  for (const { sql } of readMigrations(migrationsFolder('sqlite'))) database.exec(sql);
  const triggersAndIndexes = () =>
    database
      .prepare("SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = 'student_record' ORDER BY name")
      .all()
      .filter(({ type }) => type !== 'table');
  database.exec(INSERT_RECORD);
  database.exec('CREATE TRIGGER kept AFTER INSERT ON student_record BEGIN SELECT 1; END');
  const before = triggersAndIndexes();
  assert.throws(() => database.exec(RAISE_LEVEL), /CHECK/);
  const target = raiseLevelCap(sqliteTable());
  database.exec(sqliteRebuild(database, target) as string);
  assert.equal(sqliteRebuild(database, target), undefined);
  assert.deepEqual(triggersAndIndexes(), before);
  database.exec(RAISE_LEVEL);
  assert.equal(database.prepare(SELECT_LEVEL).get()?.level, RAISED);
});

const insertRecord = async ({ direct }: OpenStore) => {
  for (const sql of INSERT_RECORD.split(';')) await direct(sql);
};
const stores = {
  tables: openStore(insertRecord, { isEmpty: true }),
  'partitioned tables': openStore(
    async (fixture) => {
      await partition(fixture.address);
      await insertRecord(fixture);
    },
    { isEmpty: true },
  ),
  ...(IS_DISTRIBUTED && { 'distributed tables': openStore(insertRecord) }),
};

async function migrateTo(address: string, known: Migration[]): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await migrate(client, 'db', { create: false, migrate: true }, { known }).finally(() => client.end());
}

for (const [tables, store] of Object.entries(stores))
  test(`generated PostgreSQL migrations apply a new bound, a new column and a wider type to ${tables}`, async () => {
    const migrations = readMigrations(migrationsFolder('postgres'));
    const apply = async (target: string): Promise<string> => {
      const sql = postgresRebuild(migrations, target) as string;
      migrations.push({ version: migrations.length + 1, name: '', checksum: '', sql });
      await migrateTo(store.address, migrations);
      assert.equal(postgresRebuild(migrations, target), undefined);
      return sql;
    };
    await assert.rejects(store.direct(RAISE_LEVEL), /valid_record/);
    const raised = raiseLevelCap(postgresTable());
    assert.doesNotMatch(await apply(raised), /ALTER TABLE/, 'rewrites no row');
    await store.direct(RAISE_LEVEL);
    await apply(
      raised
        .replaceAll('level smallint', 'level integer')
        .replaceAll('bond_exp integer)', 'bond_exp integer, luck smallint)')
        .replaceAll('\n  bond_exp integer,', '\n  bond_exp integer,\n  luck smallint,')
        .replaceAll('bond_exp)', 'bond_exp, luck)')
        .replace("|| '}'", `|| ',"luck":' || coalesce(luck::text, 'null')\n    || '}'`),
    );
    await store.direct("UPDATE student_record SET luck = 7 WHERE student_uid = '1'");
    const [row] = await store.direct(SELECT_LEVEL);
    assert.equal(row?.level, RAISED);
    assert.partialDeepStrictEqual(JSON.parse(row?.body as string), { level: RAISED, luck: 7 });
    await assert.rejects(store.direct(`UPDATE student_record SET level = ${RAISED + 1}`), /valid_record/);
  });
