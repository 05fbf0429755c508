import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Refusal } from '../../refusal.ts';

interface Migration {
  version: number;
  name: string;
  sql: string;
  checksum: string;
}

/** "RBK1": tells our files from other programs' in SQLite's own header. */
const APPLICATION_ID = 0x52424b31;

const FOLDER = join(import.meta.dirname, 'migrations');

function migrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(FOLDER, file), 'utf8');
      return { version: Number.parseInt(file, 10), name: file, sql, checksum: hash('sha256', sql, 'hex') };
    });
}

/** Brings the schema up to this program's, once, however many programs start together. Gives what it applied. */
export function migrate(database: DatabaseSync, path: string, mayApply: boolean): string[] {
  const known = migrations();
  // The write lock is held from before the look at what is there until all of it is done.
  database.exec('BEGIN IMMEDIATE');
  try {
    const applied = appliedTo(database);
    for (const { version, name, checksum } of applied) {
      const migration = known.find((candidate) => candidate.version === version);
      if (migration === undefined)
        throw new Refusal(
          `The database ${path} has version ${version} (${name}), newer than this program knows (${known.at(-1)?.version}). Start a newer Rollbook on it.`,
        );
      if (migration.checksum !== checksum)
        throw new Refusal(
          `Migration ${name} was applied to ${path} with other contents than this program has. Restore the program it was made with.`,
        );
    }
    const missing = known.filter(({ version }) => !applied.some((row) => row.version === version));
    if (missing.length > 0 && !mayApply)
      throw new Refusal(`The database ${path} is older than this program. Run \`rollbook migrate\` first.`);
    const record = database.prepare('INSERT INTO migration VALUES (?, ?, ?, ?)');
    for (const { version, name, sql, checksum } of missing) {
      database.exec(sql);
      record.run(version, name, checksum, Date.now());
    }
    database.exec('COMMIT');
    return missing.map(({ name }) => name);
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
    throw new Refusal(`The file ${path} is a SQLite database, but not one of Rollbook's. Name another file.`);
}

const isEmpty = (database: DatabaseSync): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table'").get() === undefined;

function appliedTo(database: DatabaseSync): { version: number; name: string; checksum: string }[] {
  if (isEmpty(database))
    database.exec(`PRAGMA application_id = ${APPLICATION_ID};
      CREATE TABLE migration (
        version INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        checksum TEXT NOT NULL,
        applied_at INTEGER NOT NULL
      ) STRICT`);
  return database.prepare('SELECT version, name, checksum FROM migration ORDER BY version').all() as never;
}
