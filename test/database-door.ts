import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Database, SqlValue, Step } from '../server/store/database.ts';

/** As long as the service waits for another process. */
const LOCK_WAIT_MS = 5_000;

/** The general door to a database from the process of a test, on a connection for each call. */
export const doorTo = (address: string): Database =>
  address.startsWith('sqlite:') ? doorToFile(address.slice('sqlite:'.length)) : doorToServer(address);

/** Each call is one turn of the thread: a connection that waits for a lock blocks it, and so would the one that holds it. */
const doorToFile = (file: string): Database => ({
  read: async <Row>({ text }: { text: string }, ...values: SqlValue[]) => {
    using database = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
    return database.prepare(text.replaceAll('$', '?')).all(...values) as Row[];
  },
  write: async (_operation, steps) => {
    using database = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
    database.exec('BEGIN IMMEDIATE');
    const refused = steps.find(({ statement, values, isRequired }) => {
      const prepared = database.prepare(statement.text.replaceAll('$', '?'));
      return prepared.run(...values).changes === 0 && isRequired;
    });
    // What is not committed ends with the connection.
    if (refused === undefined) database.exec('COMMIT');
    return refused;
  },
});

const doorToServer = (address: string): Database => ({
  read: <Row>({ text }: { text: string }, ...values: SqlValue[]) =>
    withClient(address, async (client) => (await client.query(text, values)).rows as Row[]),
  write: (_operation, steps) => withClient(address, (client) => runSteps(client, steps)),
});

async function withClient<T>(address: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address });
  // What is under way fails when the connection breaks.
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function runSteps(client: pg.Client, steps: readonly Step[]): Promise<Step | undefined> {
  await client.query('BEGIN');
  try {
    for (const one of steps) {
      const { rowCount } = await client.query(one.statement.text, [...one.values]);
      if (rowCount !== 0 || !one.isRequired) continue;
      await client.query('ROLLBACK');
      return one;
    }
    await client.query('COMMIT');
    return undefined;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
