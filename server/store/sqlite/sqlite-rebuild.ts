import type { DatabaseSync } from 'node:sqlite';

const TABLE = 'student_record';
const FORMER = `${TABLE}_former`;

/**
 * The SQL that turns the table of a migrated database into the one that `target` creates; undefined if it is that
 * already. SQLite cannot change a CHECK or a generated column, so the table is made anew, and its triggers and indexes
 * with it, which end with the former one.
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
    `ALTER TABLE ${TABLE} RENAME TO ${FORMER}`,
    target,
    `INSERT INTO ${TABLE} (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM ${FORMER}`,
    `DROP TABLE ${FORMER}`,
    ...attached.map(({ sql }) => sql),
    '-- Every record has another text now: servers that keep records in memory read them again.',
    'UPDATE epoch SET records = records + 1',
  ]
    .map((sql) => (sql.startsWith('--') ? sql : `${sql};`))
    .join('\n');
}
