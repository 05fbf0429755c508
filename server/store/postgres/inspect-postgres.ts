import type pg from 'pg';
import { UserError } from '../../errors/user-error.ts';
import type { Inspection, Question } from '../inspection.ts';
import { destroyClient } from './connect-postgres.ts';
import { checkSchema } from './migrate-postgres.ts';
import { useConnection } from './open-postgres.ts';
import { PROBE } from './postgres-statements.ts';

const UNDEFINED_TABLE = '42P01';

export function inspectPostgres(
  address: string,
  questions: readonly Question[],
  signal: AbortSignal,
): Promise<Inspection> {
  return useInterruptible(address, signal, async (client, name) => {
    const { rows } = await client.query(`SELECT current_setting('server_version') AS version,
      pg_database_size(current_database()) AS bytes, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS clock`);
    const [{ version, bytes, clock }] = rows;
    const schema = await checkSchema(client, name);
    const answers = [];
    for (const { statement, values } of questions)
      answers.push(
        await client.query(statement.text, [...values]).then(
          (result) => result.rows,
          (error) => {
            if (error.code === UNDEFINED_TABLE) return [];
            throw error;
          },
        ),
      );
    return { engine: `PostgreSQL ${version.split(' ')[0]}`, name, bytes, schema, answers, clock };
  });
}

export function writeToPostgres(address: string, signal: AbortSignal): Promise<void> {
  return useInterruptible(address, signal, async (client, name) => {
    const { rows } = await client.query(PROBE.text);
    if (rows[0].readOnly) throw new UserError(`The database ${name} is read-only. Name the primary server.`);
  });
}

function useInterruptible<T>(
  address: string,
  signal: AbortSignal,
  work: (client: pg.Client, displayName: string) => Promise<T>,
): Promise<T> {
  return useConnection(address, async (client, displayName) => {
    const abort = () => destroyClient(client);
    signal.addEventListener('abort', abort);
    try {
      signal.throwIfAborted();
      return await work(client, displayName);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  });
}
