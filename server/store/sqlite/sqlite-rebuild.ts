import type { DatabaseSync } from 'node:sqlite';

const TABLE = 'student_record';
const OLD_TABLE = `${TABLE}_former`;

/**
 * The SQL that changes the table of a migrated database to the one that `target` creates; undefined if they are equal.
 * SQLite cannot alter a CHECK or a generated column, so the SQL copies the rows to a new table and recreates the
 * triggers and indexes, which are dropped with the old one.
 */
export function sqliteRebuild(database: DatabaseSync, target: string): string | undefined {
  const find = (sql: string) => database.prepare(sql).all(TABLE) as { sql: string; name: string }[];
  const [table] = find("SELECT sql, name FROM sqlite_schema WHERE type = 'table' AND name = ?");
  if (table?.sql === target) return undefined;
  const columns = find('SELECT name FROM pragma_table_info(?)')
    .map(({ name }) => name)
    .filter((name) => target.includes(`\n  ${name} `));
  const attached = find(
    "SELECT sql, name FROM sqlite_schema WHERE tbl_name = ? AND type IN ('trigger', 'index') AND sql IS NOT NULL ORDER BY rowid",
  );
  return [
    `ALTER TABLE ${TABLE} RENAME TO ${OLD_TABLE}`,
    target,
    `INSERT INTO ${TABLE} (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM ${OLD_TABLE}`,
    `DROP TABLE ${OLD_TABLE}`,
    ...attached.map(({ sql }) => sql),
  ]
    .map((sql) => `${sql};`)
    .join('\n');
}
