import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../errors/user-error.ts';
import {
  type AppliedMigration,
  describeSchema,
  pendingMigrations,
  readMigrations,
  type SchemaState,
} from '../migration-files.ts';
import { isRecordText } from '../stored-student.ts';

/** "RBK1" in SQLite's header: marks the file as ours. */
const APPLICATION_ID = 0x52424b31;
/** As SQLite stores it. Never changes: the table of an older database has this text too. */
const MIGRATION_TABLE = `CREATE TABLE migration (
        version INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        checksum TEXT NOT NULL,
        applied_at INTEGER NOT NULL
      ) STRICT`;

/** The generated column of students, until 0022-one-document.sql. */
const GENERATED = /\n {2}(\w+) TEXT NOT NULL GENERATED ALWAYS AS \((.+)\) STORED,\n/;

export const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');

/** Applies pending migrations, once even if several processes start together. Returns their names. */
export function migrateDatabase(
  database: DatabaseSync,
  path: string,
  mayApply: boolean,
  known = readMigrations(MIGRATIONS_FOLDER),
): string[] {
  // Takes the write lock before it reads which migrations are applied.
  database.exec('BEGIN IMMEDIATE');
  try {
    const pending = pendingMigrations(known, prepareMigrationTable(database), { where: path, mayApply });
    const insert = database.prepare('INSERT INTO migration VALUES (?, ?, ?, ?)');
    for (const { version, name, sql, checksum } of pending) {
      database.exec(sql);
      insert.run(version, name, checksum, Date.now());
    }
    database.exec('COMMIT');
    return pending.map(({ name }) => name);
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Throws if the database has tables but not our application ID. In this order: another process may be creating the
 * tables, and commits the ID with them.
 */
export function assertOwnDatabase(database: DatabaseSync, path: string): void {
  if (!isEmpty(database) && readApplicationId(database) !== APPLICATION_ID)
    throw new UserError(
      `The file ${path} is a SQLite database, but not one of Rollbook's. Name another file.`,
    );
}

/** Whether the database has tables and needs a migration. Writes nothing. */
export function hasPendingMigrations(database: DatabaseSync, path: string): boolean {
  assertOwnDatabase(database, path);
  return readTable(database, 'migration') !== undefined && checkSchema(database, path).pending.length > 0;
}

/** Throws unless this release could start on the database. Writes nothing. */
export function checkSchema(database: DatabaseSync, path: string): SchemaState {
  assertMigrationTable(database, path);
  return describeSchema(readMigrations(MIGRATIONS_FOLDER), readAppliedMigrations(database), path);
}

/** Throws if a migration is pending, or if the database is newer than this release. Writes nothing. */
export function assertCurrentSchema(database: DatabaseSync, path: string): void {
  assertMigrationTable(database, path);
  pendingMigrations(readMigrations(MIGRATIONS_FOLDER), readAppliedMigrations(database), {
    where: path,
    mayApply: false,
  });
}

function assertMigrationTable(database: DatabaseSync, path: string): void {
  assertOwnDatabase(database, path);
  // Its rows are read next: in a file from elsewhere, another table or a view of that name may do anything.
  if (readTable(database, 'migration') !== MIGRATION_TABLE)
    throw new UserError(`The file ${path} is not a database of Rollbook's. Name another file.`);
}

/** Throws if the database is corrupt or violates a constraint. Reads the whole file. */
export function checkContent(database: DatabaseSync, path: string): void {
  const damage = findDamage(database);
  if (damage !== undefined) throw new UserError(`The file ${path} is damaged: ${damage}. Name another file.`);
}

/** What is corrupt or violates a constraint, to complete a sentence; undefined if nothing. Reads the whole file. */
export function findDamage(database: DatabaseSync): string | undefined {
  const { integrity_check: result } = database.prepare('PRAGMA integrity_check(1)').get() as {
    integrity_check: string;
  };
  if (result !== 'ok') return result.replaceAll(/\s+/g, ' ');
  const orphan = database.prepare('PRAGMA foreign_key_check').get();
  if (orphan !== undefined) return `${orphan.table} has rows without their ${orphan.parent}`;
  return findForgedValue(database) ?? findForeignRecord(database);
}

/** SQLite itself believes the stored value of a generated column, and the migration to documents takes it as it is. */
function findForgedValue(database: DatabaseSync): string | undefined {
  const [, column, expression] = GENERATED.exec(String(readTable(database, 'student_record'))) ?? [];
  if (column === undefined) return undefined;
  const forged = database
    .prepare(`SELECT 1 FROM student_record WHERE ${column} IS NOT (${expression}) LIMIT 1`)
    .get();
  return forged && `student_record has a ${column} that does not follow from its other values`;
}

/** The text of a record goes into responses as it is, and the schema knows only its key and its tier. */
function findForeignRecord(database: DatabaseSync): string | undefined {
  for (const { body } of database.prepare('SELECT body FROM student_record').iterate())
    if (!isRecordText(String(body))) return 'student_record has a body that no release has written';
  return undefined;
}

/** The statement that created a table. */
const readTable = (database: DatabaseSync, name: string): unknown =>
  database.prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name)?.sql;

const readApplicationId = (database: DatabaseSync): unknown =>
  database.prepare('PRAGMA application_id').get()?.application_id;

const isEmpty = (database: DatabaseSync): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table'").get() === undefined;

function prepareMigrationTable(database: DatabaseSync): AppliedMigration[] {
  if (isEmpty(database)) database.exec(`PRAGMA application_id = ${APPLICATION_ID}; ${MIGRATION_TABLE}`);
  return readAppliedMigrations(database);
}

export const readAppliedMigrations = (database: DatabaseSync): AppliedMigration[] =>
  database.prepare('SELECT version, name, checksum FROM migration ORDER BY version').all() as never;
