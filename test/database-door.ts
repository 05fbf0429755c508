import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Database, SqlValue, Step } from '../server/store/database.ts';

type Run = (sql: string, values?: readonly SqlValue[]) => Promise<{ rows: object[]; changes: number }>;

/** As long as the service waits for another process. */
const LOCK_WAIT_MS = 5_000;

/** The general door to a database from the process of a test, on a connection for each call. */
export const doorTo = (address: string): Database => ({
  read: <Row>({ text }: { text: string }, ...values: SqlValue[]) =>
    withConnection(address, async (run) => (await run(text, values)).rows as Row[]),
  write: (_operation, steps) => withConnection(address, (run) => runSteps(run, steps)),
});

let lastOnFile: Promise<unknown> = Promise.resolve();

function withConnection<T>(address: string, use: (run: Run) => Promise<T>): Promise<T> {
  if (!address.startsWith('sqlite:')) return withClient(address, use);
  // One after the other: a connection that waits for a lock blocks the thread, and so the one that holds it.
  const work = () => withFile(address.slice('sqlite:'.length), use);
  const done = lastOnFile.then(work, work);
  lastOnFile = done;
  return done;
}

async function withFile<T>(file: string, use: (run: Run) => Promise<T>): Promise<T> {
  const database = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
  try {
    return await use(async (sql, values = []) => {
      const statement = database.prepare(sql.replaceAll('$', '?'));
      return statement.columns().length > 0
        ? { rows: statement.all(...values), changes: 0 }
        : { rows: [], changes: Number(statement.run(...values).changes) };
    });
  } finally {
    database.close();
  }
}

async function withClient<T>(address: string, use: (run: Run) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address });
  // What is under way fails when the connection breaks.
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(async (sql, values = []) => {
      const { rows, rowCount } = await client.query(sql, [...values]);
      return { rows, changes: rowCount ?? 0 };
    });
  } finally {
    await client.end();
  }
}

async function runSteps(run: Run, steps: readonly Step[]): Promise<Step | undefined> {
  await run('BEGIN');
  try {
    for (const one of steps) {
      const { changes } = await run(one.statement.text, one.values);
      if (changes > 0 || !one.isRequired) continue;
      await run('ROLLBACK');
      return one;
    }
    await run('COMMIT');
    return undefined;
  } catch (error) {
    await run('ROLLBACK');
    throw error;
  }
}
