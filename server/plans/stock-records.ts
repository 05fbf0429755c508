import type { Stock } from '../../contract/goals.ts';
import { type AccountCaller, requireCaller } from '../store/caller.ts';
import { type Database, defineStatements, requiredStep, step, succeeds } from '../store/database.ts';
import type { SeenStockChanges } from './schemas.ts';

export const STATEMENTS = defineStatements({
  readStock: 'SELECT item_id AS "itemId", amount FROM stock WHERE account_id = $1 ORDER BY item_id',
  /** $2 has the counts by item, as JSON. */
  saveStock: `INSERT INTO stock (account_id, item_id, amount)
    SELECT a.account_id, saved.key, CAST(CAST(saved.value AS text) AS bigint)
      FROM account AS a, json_each($2) AS saved WHERE a.account_id = $1
    ON CONFLICT (account_id, item_id) DO UPDATE SET amount = excluded.amount`,
  /** Changes no value, and no row unless the counts are those of $2, where -1 is none. */
  requireStock: `UPDATE account SET status = status WHERE account_id = $1 AND NOT EXISTS (
    SELECT 1 FROM json_each($2) AS seen WHERE CAST(CAST(seen.value AS text) AS bigint) <> COALESCE((
      SELECT s.amount FROM stock AS s WHERE s.account_id = $1 AND s.item_id = seen.key), -1))`,
  /** Changes no value, and no row unless the account has so many counts. */
  requireStockSize: `UPDATE account SET status = status WHERE account_id = $1 AND $2 = (
    SELECT COUNT(*) FROM stock AS s WHERE s.account_id = $1)`,
  forgetStock: 'DELETE FROM stock WHERE account_id = $1 AND item_id IN (SELECT key FROM json_each($2))',
});

export async function readStock(database: Database, accountId: string): Promise<Stock['items']> {
  const rows = await database.read<{ itemId: string; amount: number }>(STATEMENTS.readStock, accountId);
  return Object.fromEntries(rows.map(({ itemId, amount }) => [itemId, amount]));
}

/**
 * One row for each item, so that changes at once all take effect. False if the caller may not write any more, or if the
 * counts that were seen are others by now; with `isSeenWhole`, also if there are others beside them.
 */
export function changeStock(
  database: Database,
  caller: AccountCaller,
  at: number,
  { items, seen = {} }: SeenStockChanges,
  isSeenWhole = false,
): Promise<boolean> {
  const { accountId } = caller;
  const expected = Object.fromEntries(Object.entries(seen).map(([itemId, count]) => [itemId, count ?? -1]));
  const ofItems = (isForgotten: boolean) =>
    JSON.stringify(
      Object.fromEntries(Object.entries(items).filter(([, count]) => (count === null) === isForgotten)),
    );
  const steps = [
    ...requireCaller(caller, accountId, at),
    ...(Object.keys(seen).length > 0
      ? [requiredStep(STATEMENTS.requireStock, accountId, JSON.stringify(expected))]
      : []),
    ...(isSeenWhole ? [requiredStep(STATEMENTS.requireStockSize, accountId, Object.keys(seen).length)] : []),
    step(STATEMENTS.forgetStock, accountId, ofItems(true)),
    step(STATEMENTS.saveStock, accountId, ofItems(false)),
  ];
  return succeeds(database.write('changeStock', steps, accountId));
}
