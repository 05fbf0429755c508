import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { UserError } from '../errors/user-error.ts';
import { runInTransaction } from './postgres/open-postgres.ts';
import { openExclusively } from './sqlite/lock-database.ts';
import { isTableOfOthers } from './sqlite/schema-difference.ts';
import { isRecordText } from './stored-student.ts';

/**
 * Used challenges are kept for an hour, and those of before are none any more; a start makes the setup link; portraits are
 * in a folder of the machine; migrations belong to one database.
 */
export const NOT_COPIED: readonly string[] = [
  'challenge',
  'used_challenge',
  'setup_link',
  'portrait_fetch',
  'expiry_sweep',
  'migration',
];

/** Rows in one statement, and characters from which it has enough: a picture has hundreds of thousands. */
const BATCH_SIZE = 1_000;
const BATCH_LENGTH = 4_000_000;

export interface CopyOptions {
  signal: AbortSignal;
  onProgress: (table: string, rows: number) => void;
}

export interface CopyResult {
  source: string;
  database: string;
  /** How many rows of each table were copied. */
  copied: Record<string, number>;
}

/** Copies a SQLite database that nobody has open into a PostgreSQL database without accounts: all of it, or nothing. */
export async function copyFromSqlite(
  file: string,
  address: string,
  { signal, onProgress }: CopyOptions,
): Promise<CopyResult> {
  const source = resolve(file);
  using sqlite = openExclusively(source);
  return await runInTransaction(address, signal, async (client, database) => {
    // Citus would write its copy of a table here by itself, and then not analyze it in the same transaction.
    await client.query('SET LOCAL citus.enable_local_execution = off');
    await requireEmpty(client, database);
    const copied: CopyResult['copied'] = {};
    for (const table of listTables(sqlite)) {
      let total = 0;
      for await (const rows of copyTable(sqlite, client, table)) {
        total += rows;
        onProgress(table, total);
      }
      copied[table] = total;
      await client.query(`ANALYZE ${table}`);
    }
    // It is void from now on.
    await client.query('DELETE FROM setup_link WHERE EXISTS (SELECT 1 FROM account)');
    return { source, database, copied };
  });
}

/** In the order in which the migrations create them, which is that of their references. */
const listTables = (sqlite: DatabaseSync): string[] =>
  sqlite
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !NOT_COPIED.includes(name) && !isTableOfOthers(name));

async function requireEmpty(client: pg.Client, database: string): Promise<void> {
  // A service that runs on it waits, so that nobody signs up meanwhile.
  await client.query('LOCK TABLE account, invite, catalogue IN SHARE ROW EXCLUSIVE MODE');
  const { rows } = await client.query(
    'SELECT 1 FROM account UNION ALL SELECT 1 FROM invite UNION ALL SELECT 1 FROM catalogue LIMIT 1',
  );
  if (rows.length > 0)
    throw new UserError(
      `The database ${database} has accounts, invites or a catalogue already. Name an empty one: a copy does not merge.`,
    );
}

/** Yields the number of rows of each batch. */
async function* copyTable(sqlite: DatabaseSync, client: pg.Client, table: string): AsyncGenerator<number> {
  const columns = await listColumns(client, table);
  const names = columns.map(({ name }) => name);
  // All values are passed as text, which each column's type reads: JSON stays as it was written.
  const insert = `INSERT INTO ${table} (${names.join(', ')})
    SELECT ${columns.map(({ name, type }) => `${name}::${type}`).join(', ')}
    FROM json_to_recordset($1) AS (${names.map((name) => `${name} text`).join(', ')})`;
  // The IDs of the activity are made anew, in the same order.
  const order = table === 'activity' ? ' ORDER BY activity_id' : '';
  const select = sqlite.prepare(`SELECT ${names.join(', ')} FROM ${table}${order}`);
  let batch: string[] = [];
  let length = 0;
  const flush = async (): Promise<number> => {
    const rows = batch;
    batch = [];
    length = 0;
    await client.query(insert, [`[${rows.join(',')}]`]);
    return rows.length;
  };
  for (const row of select.iterate()) {
    if (table === 'student_record' && !isRecordText(String(row.body)))
      throw new UserError(
        `The record of the student ${row.student_uid} is damaged: no release has written it so. Restore a backup, and copy that.`,
      );
    const json = JSON.stringify(row);
    length += json.length;
    if (batch.push(json) === BATCH_SIZE || length >= BATCH_LENGTH) yield await flush();
  }
  if (batch.length > 0) yield await flush();
}

/** Without those that PostgreSQL generates. */
async function listColumns(client: pg.Client, table: string): Promise<{ name: string; type: string }[]> {
  const { rows } = await client.query(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity = ''
     ORDER BY attnum`,
    [table],
  );
  return rows;
}
