import { type ActivityEntry, changeAccount } from '../activity/activity.ts';
import type { Caller } from '../store/caller.ts';
import {
  type Database,
  defineStatements,
  requiredStep,
  type Statement,
  succeeds,
} from '../store/database.ts';

export const STATEMENTS = defineStatements({
  renameAccount: 'UPDATE account SET name = $2 WHERE account_id = $1',
  /** Records of students who are not recruited hold a bond only. */
  listRecords: 'SELECT body AS "json" FROM student_record WHERE account_id = $1 ORDER BY student_uid',
  listGoals: `SELECT student_uid AS "id", CAST(goal AS text) AS "json" FROM growth_goal
    WHERE account_id = $1 ORDER BY student_uid`,
  listGiftPlans: `SELECT student_uid AS "id", CAST(plan AS text) AS "json" FROM gift_plan
    WHERE account_id = $1 ORDER BY student_uid`,
  listPlanners: `SELECT planner_id AS "id", CAST(content AS text) AS "json" FROM planner
    WHERE account_id = $1 ORDER BY planner_id`,
});

/** Each value is JSON. */
export interface AccountData {
  /** Recruited students, and those of whom only a bond is recorded. */
  readonly students: readonly string[];
  readonly growthGoals: ReadonlyMap<string, string>;
  readonly giftPlans: ReadonlyMap<string, string>;
  readonly planners: ReadonlyMap<string, string>;
}

/** All that the account's tools keep. Four reads: a tool that writes meanwhile may be in one and not in another. */
export async function readAccountData(database: Database, accountId: string): Promise<AccountData> {
  type Row = { id: string; json: string };
  const readMap = async (statement: Statement) =>
    new Map((await database.read<Row>(statement, accountId)).map(({ id, json }) => [id, json]));
  return {
    students: (await database.read<Row>(STATEMENTS.listRecords, accountId)).map(({ json }) => json),
    growthGoals: await readMap(STATEMENTS.listGoals),
    giftPlans: await readMap(STATEMENTS.listGiftPlans),
    planners: await readMap(STATEMENTS.listPlanners),
  };
}

export const renameAccount = (
  database: Database,
  caller: Caller,
  accountId: string,
  name: string,
  activity: ActivityEntry,
): Promise<boolean> =>
  succeeds(
    changeAccount(database, 'renameAccount', caller, accountId, activity, [
      requiredStep(STATEMENTS.renameAccount, accountId, name),
    ]),
  );
