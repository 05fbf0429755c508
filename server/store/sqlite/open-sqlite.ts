import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../errors/user-error.ts';
import type { OpenOptions, PreviousDatabase } from '../open-options.ts';
import { explainFileError, isSameFile, LOCK_WAIT_MS, syncToDisk } from './database-files.ts';
import { assertOwnDatabase, hasPendingMigrations, migrateDatabase } from './migrate-sqlite.ts';
import { openDatabase } from './open-database.ts';
import { explainSqliteError, isBusy } from './sqlite-errors.ts';
import { SqliteStore } from './sqlite-store.ts';

const WAL_RETRY_MS = 10;

/** Opens the file, migrates the schema and starts the writer. A problem with the file is thrown as a UserError. */
export async function openSqlite(
  path: string,
  options: OpenOptions,
): Promise<{ store: SqliteStore; migrated: string[]; backup: string | undefined }> {
  const file = resolve(path);
  prepareFile(file, options.create);
  const initial = statSync(file);
  const isDue = () => options.migrate && explainErrors(file, () => isMigrationPending(file));
  // Without an `await` where nothing is due: between here and the store, `restore` may replace the file.
  const previous = isDue() ? await options.backUpBeforeMigration?.(file, isDue) : undefined;
  const migrated = migrateFile(file, options.migrate, previous);
  const store = explainErrors(file, () => new SqliteStore(file, options.keepsHistory));
  await store.start();
  // Our open connections keep `restore` from replacing the file, but it may have done so before they were all open.
  if (!isSameFile(initial, statSync(file, { throwIfNoEntry: false }))) {
    await store.close();
    throw new UserError(`The database ${file} was replaced while it was being opened. Start again.`);
  }
  return { store, migrated, backup: migrated.length > 0 ? previous?.backup : undefined };
}

/** The backup of the database as it was stays only if a migration was applied. */
function migrateFile(file: string, migrate: boolean, previous: PreviousDatabase | undefined): string[] {
  let migrated: string[] = [];
  try {
    migrated = explainErrors(file, () => prepareSchema(file, migrate));
    return migrated;
  } finally {
    if (migrated.length === 0) previous?.discard();
    previous?.release();
  }
}

/** Whether the file has a database that is older than this program; not for a new one. */
function isMigrationPending(file: string): boolean {
  using database = openDatabase(file, { readOnly: true, timeout: LOCK_WAIT_MS });
  return hasPendingMigrations(database, file);
}

/** Returns the names of the migrations that it applied. */
function prepareSchema(file: string, mayMigrate: boolean): string[] {
  using database = openDatabase(file, { timeout: LOCK_WAIT_MS });
  assertOwnDatabase(database, file);
  enableWal(database);
  database.exec('PRAGMA synchronous = FULL');
  return migrateDatabase(database, file, mayMigrate);
}

/**
 * WAL mode is stored in the file, so the other connections use it too. Where two processes change the mode of a new file
 * at once, SQLite refuses one of them without waiting for the other.
 */
function enableWal(database: DatabaseSync): void {
  const deadline = performance.now() + LOCK_WAIT_MS;
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAL_RETRY_MS);
    }
  }
}

function prepareFile(file: string, create: boolean): void {
  const folder = dirname(file);
  if (existsSync(file)) {
    if (!statSync(file).isFile()) throw new UserError(`The database ${file} is not a file. Name a file.`);
    return;
  }
  if (!create)
    throw new UserError(
      `There is no database at ${file}. Run this in the folder in which the server runs, or name its database with --database or ROLLBOOK_DATABASE. \`rollbook serve\` makes a new one.`,
    );
  try {
    createFolder(folder);
    // Readable by the owner only: the content is personal.
    closeSync(openSync(file, 'a', 0o600));
    syncToDisk(folder);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`The database ${file} cannot be made: ${explainFileError(error)}.`);
  }
}

/** Creates one level only (./data): a deeper path that is missing is likely mistyped, or a disk that is not mounted. */
export function createFolder(folder: string, content = 'the database', mode?: number): void {
  if (existsSync(folder)) return;
  if (!existsSync(dirname(folder)))
    throw new UserError(`The folder ${folder} for ${content} does not exist. Make it, or name another.`);
  mkdirSync(folder, { mode });
  syncToDisk(dirname(folder));
}

function explainErrors<T>(file: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const sentence = explainSqliteError(error);
    throw sentence === undefined
      ? error
      : new UserError(`The database ${file} ${sentence}.`, { cause: error });
  }
}
