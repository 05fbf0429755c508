import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../user-error.ts';
import { type AppliedMigration, pendingMigrations, readMigrations } from '../migration-files.ts';

/** "RBK1": tells our files from other programs' in SQLite's own header. */
const APPLICATION_ID = 0x52424b31;

const FOLDER = join(import.meta.dirname, 'migrations');

/** Brings the schema up to this program's, once, however many programs start together. Gives what it applied. */
export function migrate(database: DatabaseSync, path: string, mayApply: boolean): string[] {
  const known = readMigrations(FOLDER);
  // The write lock is held from before the look at what is there until all of it is done.
  database.exec('BEGIN IMMEDIATE');
  try {
    const lacking = pendingMigrations(known, appliedTo(database), { where: path, mayApply });
    const record = database.prepare('INSERT INTO migration VALUES (?, ?, ?, ?)');
    for (const { version, name, sql, checksum } of lacking) {
      database.exec(sql);
      record.run(version, name, checksum, Date.now());
    }
    database.exec('COMMIT');
    return lacking.map(({ name }) => name);
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** A database without tables is a new one; any other must bear our mark. */
export function refuseForeign(database: DatabaseSync, path: string): void {
  const { application_id: mark } = database.prepare('PRAGMA application_id').get() as {
    application_id: number;
  };
  if (mark !== APPLICATION_ID && !isEmpty(database))
    throw new UserError(
      `The file ${path} is a SQLite database, but not one of Rollbook's. Name another file.`,
    );
}

/** Throws unless a service of this release could start on the database; writes nothing. */
export function checkSchema(database: DatabaseSync, path: string): void {
  refuseForeign(database, path);
  if (!hasTable(database, 'migration'))
    throw new UserError(`The file ${path} is not a database of Rollbook's. Name another file.`);
  pendingMigrations(readMigrations(FOLDER), recordedMigrations(database), { where: path, mayApply: true });
}

/** Throws unless all that the database holds can be read, and is as its tables say. Reads the whole file. */
export function checkContent(database: DatabaseSync, path: string): void {
  const { integrity_check: found } = database.prepare('PRAGMA integrity_check(1)').get() as {
    integrity_check: string;
  };
  const orphan = database.prepare('PRAGMA foreign_key_check').get();
  if (found === 'ok' && orphan === undefined) return;
  const fault = orphan === undefined ? found : `${orphan.table} has rows without their ${orphan.parent}`;
  throw new UserError(`The file ${path} is damaged: ${fault.replaceAll(/\s+/g, ' ')}. Name another file.`);
}

function hasTable(database: DatabaseSync, name: string): boolean {
  return (
    database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined
  );
}

const isEmpty = (database: DatabaseSync): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table'").get() === undefined;

function appliedTo(database: DatabaseSync): AppliedMigration[] {
  if (isEmpty(database))
    database.exec(`PRAGMA application_id = ${APPLICATION_ID};
      CREATE TABLE migration (
        version INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        checksum TEXT NOT NULL,
        applied_at INTEGER NOT NULL
      ) STRICT`);
  return recordedMigrations(database);
}

const recordedMigrations = (database: DatabaseSync): AppliedMigration[] =>
  database.prepare('SELECT version, name, checksum FROM migration ORDER BY version').all() as never;
