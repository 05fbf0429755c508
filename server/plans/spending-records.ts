import { MAX_ITEM_COUNT } from '../../contract/limits.ts';
import { type Database, defineStatements, requiredStep, type Step, step } from '../store/database.ts';

export const STATEMENTS = defineStatements({
  takeFromStock: 'UPDATE stock SET amount = $4 WHERE account_id = $1 AND item_id = $2 AND amount = $3',
  noteSpent: `UPDATE student_change SET spent = $2, ended_goal = $3
    WHERE account_id = $1 AND number = (SELECT last_number FROM history WHERE account_id = $1)`,
  /**
   * $2 is an object whose keys are the groups. SQLite keeps the order of a CROSS JOIN, and finds `i` in the index
   * student_change_spent, which has all that is asked of it.
   */
  findUnreturned: `SELECT s.number, CAST(s.fields AS text) AS "fields", s.spent, s.ended_goal AS "endedGoal"
    FROM json_each($2) AS asked CROSS JOIN student_change AS i CROSS JOIN student_change AS s
    WHERE i.account_id = $1 AND i.group_number = CAST(asked.key AS integer) AND i.spent IS NOT NULL
      AND s.account_id = $1 AND s.number = i.number AND s.student_uid = $3 AND s.taken_back_at IS NULL
    ORDER BY s.number`,
  noteTakenBack: `UPDATE student_change SET taken_back_at = $3
    WHERE account_id = $1 AND number = $2 AND taken_back_at IS NULL`,
  /** $2 has the counts by item, as JSON. */
  returnToStock: `INSERT INTO stock (account_id, item_id, amount)
    SELECT a.account_id, returned.key, CAST(CAST(returned.value AS text) AS bigint)
      FROM account AS a, json_each($2) AS returned WHERE a.account_id = $1
    ON CONFLICT (account_id, item_id) DO UPDATE SET amount = CASE
      WHEN stock.amount + excluded.amount > ${MAX_ITEM_COUNT} THEN ${MAX_ITEM_COUNT} ELSE stock.amount + excluded.amount END`,
  /** Unless there is a newer one. $2 has the goal by its student, as JSON. */
  restoreGoal: `INSERT INTO growth_goal (account_id, student_uid, goal)
    SELECT a.account_id, ended.key, ended.value FROM account AS a, json_each($2) AS ended WHERE a.account_id = $1
    ON CONFLICT (account_id, student_uid) DO NOTHING`,
});

/** Counts by item, and `credits`. */
export type SpentItems = Readonly<Record<string, number>>;

/** A change that took something from the stock or ended a goal, which was not taken back yet. */
export interface Unreturned {
  readonly number: number;
  /** JSON: `ChangedFields`. */
  readonly fields: string;
  /** JSON. */
  readonly spent: string;
  /** JSON. */
  readonly endedGoal: string | null;
}

/** Finds the spendings of one student in some groups. */
export function findUnreturned(
  database: Database,
  accountId: string,
  groups: readonly number[],
  studentUid: string,
): Promise<Unreturned[]> {
  const names = JSON.stringify(Object.fromEntries(groups.map((group) => [group, 1])));
  return database.read(STATEMENTS.findUnreturned, accountId, names, studentUid);
}

export const takeFromStock = (accountId: string, stock: SpentItems, spent: SpentItems): Step[] =>
  Object.entries(spent).map(([item, count]) => {
    const owned = stock[item] ?? 0;
    return requiredStep(STATEMENTS.takeFromStock, accountId, item, owned, owned - count);
  });

export const noteSpent = (accountId: string, spent: SpentItems, endedGoal: string | undefined): Step =>
  requiredStep(STATEMENTS.noteSpent, accountId, JSON.stringify(spent), endedGoal ?? null);

/** Adds to today's stock, and brings the goal back. */
export const returnSteps = (
  accountId: string,
  studentUid: string,
  changes: readonly Unreturned[],
  at: number,
): Step[] =>
  changes.flatMap(({ number, spent, endedGoal }) => [
    requiredStep(STATEMENTS.noteTakenBack, accountId, number, at),
    step(STATEMENTS.returnToStock, accountId, spent),
    ...(endedGoal === null
      ? []
      : [step(STATEMENTS.restoreGoal, accountId, `{${JSON.stringify(studentUid)}:${endedGoal}}`)]),
  ]);

/** Undefined if nothing was spent. */
export function sumSpent(changes: readonly SpentItems[]): SpentItems | undefined {
  const sum = new Map<string, number>();
  for (const [item, count] of changes.flatMap(Object.entries<number>))
    sum.set(item, (sum.get(item) ?? 0) + count);
  return sum.size === 0 ? undefined : Object.fromEntries(sum);
}
