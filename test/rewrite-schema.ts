import { DatabaseSync } from 'node:sqlite';

/** Changes what the schema says of a table and none of its rows, as no statement can: to be done by whoever has the file. */
export function rewriteSchema(file: string, table: string, change: (sql: string) => string): void {
  using database = new DatabaseSync(file, { defensive: false });
  const sql = String(database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(table)?.sql);
  database.exec('PRAGMA writable_schema = ON');
  database.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(change(sql), table);
}
