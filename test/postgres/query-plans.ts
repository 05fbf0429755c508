import pg from 'pg';
import type { Statement } from '../../server/store/database.ts';
import {
  CONSUME_WINDOW,
  DELETE_ENDED_WINDOWS,
  LOCK_ACCOUNT,
  PROBE,
  READS,
  WRITES,
} from '../../server/store/postgres/postgres-statements.ts';

import { DATABASE_STATEMENTS } from '../database-statements.ts';

export const ALL_STATEMENTS: readonly Statement[] = [
  ...Object.values({ ...READS, ...WRITES }),
  ...DATABASE_STATEMENTS,
  CONSUME_WINDOW,
  LOCK_ACCOUNT,
  DELETE_ENDED_WINDOWS,
  PROBE,
];

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  /** Only of a plan that was executed, as are all that follow: the average of its loops. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/**
 * Returns all nodes of the plan with which PostgreSQL executes the statement for one account. Each text parameter is
 * its ID. A generic plan, which the service asks for, is shown without the partitions that PostgreSQL leaves out when
 * the execution starts.
 */
export async function explain(
  address: string,
  text: string,
  { accountId = 'any', mode = 'force_generic_plan' } = {},
): Promise<PlanNode[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(`SET plan_cache_mode = ${mode}`);
    await client.query(`PREPARE explained AS ${text}`);
    const { rows } = await client.query<{ type: string }>(
      'SELECT unnest(parameter_types)::text AS type FROM pg_prepared_statements',
    );
    const values = rows.map(({ type }) => `${sampleValue(type, accountId)}::${type}`);
    const { rows: plans } = await client.query(
      `EXPLAIN (FORMAT JSON) EXECUTE explained${values.length === 0 ? '' : ` (${values.join(', ')})`}`,
    );
    return flatten(plans[0]['QUERY PLAN'][0].Plan);
  } finally {
    await client.end();
  }
}

/** The nodes of the plans with which a function has executed its statements, which EXPLAIN does not show. */
export async function explainNested(
  address: string,
  text: string,
  values: readonly unknown[],
): Promise<{ nodes: PlanNode[]; answer: Record<string, unknown> }> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const nodes: PlanNode[] = [];
  client.on('notice', ({ message = '' }) => {
    const [, plan] = /plan:\n(.*)/s.exec(message) ?? [];
    if (plan !== undefined) nodes.push(...flatten(JSON.parse(plan).Plan));
  });
  try {
    await client.query(`LOAD 'auto_explain'; SET plan_cache_mode = force_generic_plan;
      SET auto_explain.log_nested_statements = on; SET auto_explain.log_format = json;
      SET auto_explain.log_analyze = on; SET auto_explain.log_min_duration = 0; SET client_min_messages = log; BEGIN`);
    const { rows } = await client.query(text, [...values]);
    return { nodes, answer: rows[0] };
  } finally {
    await client.end();
  }
}

function sampleValue(type: string, accountId: string): string {
  switch (type) {
    case 'text':
      return `'${accountId}'`;
    case 'text[]':
      return `'{"${accountId}"}'`;
    case 'bigint[]':
      return "'{1}'";
    case 'json':
      return "'{}'";
    default:
      return "'1'";
  }
}

export const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];
