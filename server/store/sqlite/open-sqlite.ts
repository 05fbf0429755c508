import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../user-error.ts';
import type { OpenOptions } from '../open-store.ts';
import { isSameFile, reasonFor, sync } from './files.ts';
import { migrate, refuseForeign } from './migrate-sqlite.ts';
import { explainSqliteError } from './sqlite-errors.ts';
import { LOCK_WAIT_MS, SqliteStore } from './sqlite-store.ts';

/** Opens the file, sees to its schema and starts its writer. Every fault of the file is one sentence. */
export async function openSqlite(
  path: string,
  options: OpenOptions,
): Promise<{ store: SqliteStore; migrated: string[] }> {
  const file = resolve(path);
  prepareFile(file, options.create);
  const before = statSync(file);
  const database = speaking(file, () => {
    const opened = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
    // Another program's file stays as it is.
    refuseForeign(opened, file);
    // The mode is kept in the file, so readers and the writer need only follow it.
    opened.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    return opened;
  });
  const migrated = speaking(file, () => migrate(database, file, options.migrate));
  database.close();
  const store = speaking(file, () => new SqliteStore(file));
  await store.started();
  // From here on our connections keep `restore` from replacing the file; before that it may have come between them.
  if (!isSameFile(before, statSync(file, { throwIfNoEntry: false }))) {
    await store.close();
    throw new UserError(`The database ${file} was replaced while it was being opened. Start again.`);
  }
  return { store, migrated };
}

function prepareFile(file: string, create: boolean): void {
  const folder = dirname(file);
  if (existsSync(file)) {
    if (!statSync(file).isFile()) throw new UserError(`The database ${file} is not a file. Name a file.`);
    return;
  }
  if (!create)
    throw new UserError(
      `There is no database at ${file}. Start \`rollbook serve\` or run \`rollbook migrate\` first.`,
    );
  try {
    makeFolder(folder);
    // Readable by its owner alone: it says who has which students.
    closeSync(openSync(file, 'a', 0o600));
    sync(folder);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`The database ${file} cannot be made: ${reasonFor(error)}.`);
  }
}

/** One level is made, as for ./data; more is more likely a mistyped path or a disk that is not mounted. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (!existsSync(dirname(folder)))
    throw new UserError(`The folder ${folder} for the database does not exist. Make it, or name another.`);
  mkdirSync(folder);
  sync(dirname(folder));
}

function speaking<T>(file: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const sentence = explainSqliteError(error);
    throw sentence === undefined
      ? error
      : new UserError(`The database ${file} ${sentence}.`, { cause: error });
  }
}
