import { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../errors/user-error.ts';
import { readMigrations } from '../migration-files.ts';
import { MIGRATIONS_FOLDER, migrateDatabase, readAppliedMigrations } from './migrate-sqlite.ts';

/** What ANALYZE and Litestream (docs/operations.md) add to a database, with the statement that SQLite stores. */
const OBJECTS_OF_OTHERS: ReadonlyMap<string, string> = new Map([
  ['table sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'],
  ['table _litestream_seq', 'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)'],
  ['table _litestream_lock', 'CREATE TABLE _litestream_lock (id INTEGER)'],
]);
/** Settings in the header of a file, which all its connections take over. */
const STORED_SETTINGS = ['encoding', 'cache_size'];
const MAX_NAMED = 5;
const MAX_NAME_LENGTH = 80;

export const isTableOfOthers = (name: string): boolean => OBJECTS_OF_OTHERS.has(`table ${name}`);

/** Throws unless the schema is what the migrations create. To be called before rows are read, or the file is checked. */
export function assertOwnSchema(database: DatabaseSync, path: string): void {
  const difference = findSchemaDifference(database);
  if (difference !== undefined)
    throw new UserError(
      `The file ${path} is not as Rollbook makes it: ${difference}. Nothing was changed. Name another file; if you made that change yourself, undo it in a copy of the file, with the program sqlite3.`,
    );
}

/**
 * How the schema differs from what the recorded migrations create, to complete a sentence; undefined if it does not. A
 * trigger that was added to a backup would act on every write after its restoration, unseen.
 */
export function findSchemaDifference(database: DatabaseSync): string | undefined {
  const applied = readAppliedMigrations(database);
  const known = readMigrations(MIGRATIONS_FOLDER).slice(0, applied.length);
  const skipped = known.find(({ version }, i) => version !== applied[i]?.version);
  if (skipped !== undefined) return `migration ${skipped.name} is missing`;
  using expected = new DatabaseSync(':memory:');
  migrateDatabase(expected, ':memory:', true, known);
  const differences = [...compareObjects(database, expected), ...compareSettings(database, expected)];
  const more = differences.length - MAX_NAMED;
  if (more > 0) differences.splice(MAX_NAMED, more, `and ${more} more`);
  return differences.join(', ') || undefined;
}

function compareObjects(database: DatabaseSync, expected: DatabaseSync): string[] {
  const [objects, wanted] = [readObjects(database), readObjects(expected)];
  const differences: string[] = [];
  for (const [object, sql] of objects)
    if (wanted.has(object)) {
      if (wanted.get(object) !== sql) differences.push(`${shorten(object)} is different`);
    } else if (OBJECTS_OF_OTHERS.get(object) !== sql) differences.push(`${shorten(object)} was added`);
  for (const object of wanted.keys()) if (!objects.has(object)) differences.push(`${object} is missing`);
  return differences;
}

/**
 * The statement of each object, null for an index that SQLite makes by itself. The text is compared as it is: SQLite stores
 * it verbatim, and released migrations never change.
 */
const readObjects = (database: DatabaseSync): Map<string, unknown> =>
  new Map(
    database
      .prepare('SELECT type, name, sql FROM sqlite_schema')
      .all()
      .map(({ type, name, sql }) => [`${type} ${name}`, sql]),
  );

function compareSettings(database: DatabaseSync, expected: DatabaseSync): string[] {
  const read = (one: DatabaseSync, name: string) => one.prepare(`PRAGMA ${name}`).get()?.[name];
  return STORED_SETTINGS.filter((name) => read(database, name) !== read(expected, name)).map(
    (name) => `the setting ${name} is ${read(database, name)}`,
  );
}

const shorten = (text: string): string =>
  text.length > MAX_NAME_LENGTH ? `${text.slice(0, MAX_NAME_LENGTH)}…` : text;
