import type { Config } from '../../server/config.ts';
import { inspectNodes } from '../../server/store/inspect-store.ts';
import type { NodeInspection } from '../../server/store/inspection.ts';
import type { OpenDatabase } from './database-check.ts';
import { limitTime } from './limit-time.ts';
import { failure, failureOf, ok, type Result, warning } from './result.ts';

const TIMEOUT_MS = 6_000;
/** What an instance with the default pool opens while a node is silent. */
const CONNECTIONS_OF_INSTANCE = 52;
const MAX_CONNECTION_TIMEOUT_MS = 5_000;

type NodeThere = Extract<NodeInspection, { settings: unknown }>;
/** What is wrong with a node, if something is. */
type NodeCheck = (node: NodeThere) => { found: string; advice: string } | undefined;

const maxConnections = ({ settings }: NodeThere): number => Number(settings.max_connections);
const connectionsLeft = (node: NodeThere): number =>
  maxConnections(node) - Number(node.settings.superuser_reserved_connections) - node.connections;

const CHECKS: readonly NodeCheck[] = [
  (node) =>
    connectionsLeft(node) < CONNECTIONS_OF_INSTANCE
      ? {
          found: `${connectionsLeft(node)} of ${maxConnections(node)} connections are left, and an instance opens up to ${CONNECTIONS_OF_INSTANCE} with the default pool`,
          advice: 'Raise max_connections there, or lower ?pool= in ROLLBOOK_DATABASE.',
        }
      : undefined,
  (node) =>
    Number(node.settings.max_prepared_transactions) < maxConnections(node)
      ? {
          found: `max_prepared_transactions is ${node.settings.max_prepared_transactions}, less than max_connections: sign-ups can fail`,
          advice: `Set it to ${maxConnections(node)} in postgresql.conf there, and restart.`,
        }
      : undefined,
  ({ settings: { wal_level: level } }) =>
    level === 'logical'
      ? undefined
      : {
          found: `wal_level is ${level}: shards cannot be moved while players write`,
          advice: 'Set it to logical in postgresql.conf there, and restart.',
        },
  ({ settings: { 'citus.node_connection_timeout': timeout } }) =>
    Number(timeout) > MAX_CONNECTION_TIMEOUT_MS
      ? {
          found: `citus.node_connection_timeout is ${Number(timeout) / 1000} s: statements wait so long for a silent node`,
          advice: "There: ALTER SYSTEM SET citus.node_connection_timeout = '1s'; SELECT pg_reload_conf();",
        }
      : undefined,
  ({ settings: { 'citus.node_conninfo': conninfo } }) =>
    conninfo === undefined || /\btcp_user_timeout *= *[1-9]/.test(conninfo)
      ? undefined
      : {
          found:
            'citus.node_conninfo has no tcp_user_timeout: a statement waits minutes for a node that the network cuts off',
          advice: `There: ALTER SYSTEM SET citus.node_conninfo = '${`${conninfo} tcp_user_timeout=2000`.trim().replaceAll("'", "''")}'; SELECT pg_reload_conf();`,
        },
  ({ isCoordinator, settings: { 'citus.distributed_deadlock_detection_factor': factor } }) =>
    isCoordinator && Number(factor) >= 0
      ? {
          found:
            'citus.distributed_deadlock_detection_factor is not -1: it looks for deadlocks on a silent node, and workers learn of no standby meanwhile',
          advice:
            'There: ALTER SYSTEM SET citus.distributed_deadlock_detection_factor = -1; SELECT pg_reload_conf();',
        }
      : undefined,
];

/**
 * Whether each node of Citus answers, and is set up as the service needs it. Also where the database cannot be inspected,
 * because a node may be the reason.
 */
export async function checkCitus(
  { database }: Config,
  opened: OpenDatabase | undefined,
  signal: AbortSignal,
): Promise<Result | Result[]> {
  if (opened !== undefined && opened.inspection.undistributed === undefined) return [];
  let nodes: readonly NodeInspection[] | undefined;
  try {
    nodes = await limitTime('Citus', TIMEOUT_MS, signal, (limited) => inspectNodes(database, limited));
  } catch (error) {
    return opened === undefined ? [] : failureOf((error as Error).message, 'See the line of database.');
  }
  return nodes === undefined ? [] : describeNodes(nodes);
}

export function describeNodes(nodes: readonly NodeInspection[]): Result | Result[] {
  const there = nodes.filter((node) => 'settings' in node);
  const results = [
    ...nodes.filter((node) => 'isAway' in node).map(describeAway),
    ...CHECKS.flatMap((check) => describe(there, check)),
  ];
  if (results.length > 0 || there.length === 0) return results;
  const left = Math.min(...there.map(connectionsLeft));
  return ok(`${there.length} nodes answer, and each has ${left} connections left or more`);
}

const describeAway = ({ name, isCoordinator }: NodeInspection): Result =>
  failure(
    `the ${isCoordinator ? 'coordinator' : 'worker'} ${name} does not answer the other nodes`,
    `Start it, or look at the network and pg_hba.conf between them. Until then ${isCoordinator ? 'no instance starts, and no account is deleted' : 'its accounts are answered 503'}.`,
  );

/** One line for all nodes of which the same is found. */
function describe(nodes: readonly NodeThere[], check: NodeCheck): Result[] {
  const problems = nodes.flatMap((node) => {
    const problem = check(node);
    return problem === undefined ? [] : [{ name: node.name, ...problem }];
  });
  return [...Map.groupBy(problems, ({ found, advice }) => `${found} ${advice}`).values()].map((same) => {
    const [{ found, advice }] = same as [(typeof same)[0]];
    return warning(`${same.map(({ name }) => name).join(', ')}: ${found}`, advice);
  });
}
