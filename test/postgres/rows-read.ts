import pg from 'pg';
import type { SqlValue, Statement } from '../../server/store/database.ts';
import { flatten, type PlanNode } from './query-plans.ts';

export interface StatementReads {
  /** Rows that it answers with or changes. */
  rows: number;
  /** Rows of tables and entries of indexes that it reads, also those that it leaves out. */
  read: number;
}

/** Executes the statement as the service does, with a generic plan, and takes back what it has changed. */
export async function countReads(
  client: pg.Client,
  { name, text }: Statement,
  values: readonly SqlValue[],
): Promise<StatementReads> {
  const literals = values.map((value) => (value === null ? 'NULL' : pg.escapeLiteral(String(value))));
  const execute = `EXECUTE "${name}"${literals.length === 0 ? '' : ` (${literals.join(', ')})`}`;
  await client.query('SET plan_cache_mode = force_generic_plan');
  await client.query(`PREPARE "${name}" AS ${text}`);
  const run = async (sql: string) => {
    await client.query('BEGIN');
    const result = await client.query(sql);
    await client.query('ROLLBACK');
    return result;
  };
  const { rowCount } = await run(execute);
  const { rows: plans } = await run(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${execute}`);
  await client.query(`DEALLOCATE "${name}"`);
  return { rows: rowCount ?? 0, read: rowsRead(flatten(plans[0]['QUERY PLAN'][0].Plan)) };
}

/** By the nodes of a plan that was executed. */
export const rowsRead = (nodes: readonly PlanNode[]): number =>
  nodes
    .filter((node) => node['Relation Name'] !== undefined || node['Index Name'] !== undefined)
    .filter((node) => node['Node Type'].endsWith('Scan'))
    .reduce((sum, node) => sum + rowsOf(node), 0);

const rowsOf = (node: PlanNode): number =>
  (node['Actual Loops'] ?? 0) *
  ((node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0));
