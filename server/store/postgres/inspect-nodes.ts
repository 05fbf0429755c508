import type { NodeInspection } from '../inspection.ts';
import { LIMIT_CITUS, useInterruptible } from './inspect-postgres.ts';

const SETTINGS = [
  'max_connections',
  'superuser_reserved_connections',
  'max_prepared_transactions',
  'wal_level',
  'citus.node_connection_timeout',
  'citus.node_conninfo',
  'citus.distributed_deadlock_detection_factor',
];

/** For each node to answer. Some settings are shown to superusers only. */
const LOOK = `SELECT json_build_object('settings', json_object_agg(name, setting),
    'connections', (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')::int)
  FROM pg_settings WHERE name IN (${SETTINGS.map((name) => `'${name}'`).join()})`;

const ASK_NODES = `SELECT nodename || ':' || nodeport AS name, groupid = 0 AS "isCoordinator", success AS "isThere",
    result AS answer
  FROM run_command_on_all_nodes($1, give_warning_for_connection_errors => true) JOIN pg_dist_node USING (nodeid)
  ORDER BY groupid`;

/** Undefined without Citus. */
export function inspectNodes(
  address: string,
  signal: AbortSignal,
): Promise<readonly NodeInspection[] | undefined> {
  return useInterruptible(address, signal, async (client) => {
    const { rows: extensions } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
    if (extensions.length === 0) return undefined;
    await client.query(LIMIT_CITUS);
    const { rows } = await client.query(ASK_NODES, [LOOK]);
    return rows.map(({ name, isCoordinator, isThere, answer }) =>
      isThere ? { name, isCoordinator, ...JSON.parse(answer) } : { name, isCoordinator, isAway: true },
    );
  });
}
