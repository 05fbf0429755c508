import type pg from 'pg';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import { UserError } from '../../errors/user-error.ts';
import type { Inspection, Question } from '../inspection.ts';
import { destroyClient } from './connect-postgres.ts';
import { checkSchema } from './migrate-postgres.ts';
import { useConnection } from './open-postgres.ts';
import { classifyError } from './postgres-errors.ts';
import { PROBE } from './postgres-statements.ts';

const UNDEFINED_TABLE = '42P01';
/** Twice this is shorter than the doctor's check of Citus, which looks after that of the database. */
const CONNECT_TIMEOUT_MS = 3_000;

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
    const { rows: extensions } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
    const isDistributed = extensions.length > 0;
    if (isDistributed) await client.query(LIMIT_CITUS);
    const answers = [];
    for (const { statement, values } of questions)
      answers.push(
        await client.query(statement.text, [...values]).then(
          (result) => result.rows,
          (error) => {
            // What one node does not say is left open: the nodes are looked at by themselves.
            const isOpen = isDistributed && classifyError(error) instanceof UnavailableError;
            if (isOpen || error.code === UNDEFINED_TABLE) return [];
            throw error;
          },
        ),
      );
    const onNodes = isDistributed && {
      bytes: (await client.query(BYTES_OF_NODES)).rows[0].bytes,
      undistributed: await listUndistributed(client),
    };
    return {
      engine: `PostgreSQL ${version.split(' ')[0]}`,
      name,
      bytes,
      schema,
      answers,
      clock,
      ...onNodes,
    };
  });
}

/** A node that is silent is waited for no longer. */
export const LIMIT_CITUS = "SET citus.node_connection_timeout = '1s'";

/** Without those of a node that does not answer. */
const BYTES_OF_NODES = `SELECT sum(result::bigint)::bigint AS bytes
  FROM run_command_on_all_nodes('SELECT pg_database_size(current_database())', give_warning_for_connection_errors => true)
  WHERE success`;

/** As in `ops/postgres/distribute.sql`, which distributes these and what the account begins the primary key of. */
export const DISTRIBUTED_OTHERWISE = [
  'catalogue',
  'challenge',
  'used_challenge',
  'invite',
  'account_lookup',
  'app_request',
];

/**
 * The tables and functions that distribute.sql would distribute, if it has distributed `account` before. Only the
 * coordinator has those that are missing elsewhere.
 */
async function listUndistributed(client: pg.Client): Promise<string[]> {
  const { rows: groups } = await client.query(
    'SELECT groupid = 0 AS "isCoordinator" FROM pg_dist_local_group',
  );
  if (groups[0].isCoordinator) return (await client.query(LIST_UNDISTRIBUTED)).rows[0].names;
  const { rows } = await client.query(ASK_COORDINATOR, [LIST_UNDISTRIBUTED]);
  return rows[0].success ? JSON.parse(rows[0].result) : [];
}

const ASK_COORDINATOR = `SELECT success, result
  FROM run_command_on_coordinator($1, give_warning_for_connection_errors => true)`;

const LIST_UNDISTRIBUTED = `SELECT coalesce(json_agg(name ORDER BY name), '[]') AS names FROM (
       SELECT c.relname AS name FROM pg_class AS c
       WHERE c.relkind = 'r' AND c.relnamespace = quote_ident(current_schema())::regnamespace
         AND (c.relname IN (${DISTRIBUTED_OTHERWISE.map((name) => `'${name}'`).join()}) OR EXISTS (SELECT FROM pg_index AS i
           JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
           WHERE i.indrelid = c.oid AND i.indisprimary AND a.attname = 'account_id'))
         AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = c.oid)
       UNION ALL SELECT p.proname FROM pg_proc AS p
       WHERE p.pronamespace = quote_ident(current_schema())::regnamespace AND 'of_account' = ANY (p.proargnames)
         AND NOT EXISTS (SELECT FROM pg_dist_object WHERE classid = 'pg_proc'::regclass AND objid = p.oid
           AND distribution_argument_index IS NOT NULL)
     ) AS undistributed
     WHERE EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('account'))`;

export function writeToPostgres(address: string, signal: AbortSignal): Promise<void> {
  return useInterruptible(address, signal, async (client, name) => {
    const { rows } = await client.query(PROBE.text);
    if (rows[0].readOnly) throw new UserError(`The database ${name} is read-only. Name the primary server.`);
  });
}

export function useInterruptible<T>(
  address: string,
  signal: AbortSignal,
  work: (client: pg.Client, displayName: string) => Promise<T>,
): Promise<T> {
  const run = async (client: pg.Client, displayName: string) => {
    const abort = () => destroyClient(client);
    signal.addEventListener('abort', abort);
    try {
      signal.throwIfAborted();
      return await work(client, displayName);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };
  return useConnection(address, run, CONNECT_TIMEOUT_MS);
}
