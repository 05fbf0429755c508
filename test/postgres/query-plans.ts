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
