import type { Goal } from '../../contract/goals.ts';
import type { RecordedGoal } from '../../game/growth-plan.ts';
import { type AccountCaller, requireCaller } from '../store/caller.ts';
import {
  type Database,
  defineStatements,
  readOne,
  requiredStep,
  type Step,
  step,
  succeeds,
} from '../store/database.ts';
import { NO_VALUES, parseGrowth } from '../store/stored-student.ts';

export const STATEMENTS = defineStatements({
  listGoals: `SELECT student_uid AS "studentUid", CAST(goal AS text) AS "json" FROM growth_goal
    WHERE account_id = $1 ORDER BY student_uid`,
  findGoal: `SELECT student_uid AS "studentUid", CAST(goal AS text) AS "json" FROM growth_goal
    WHERE account_id = $1 AND student_uid = $2`,
  /** One statement, so that the records are those of one moment. */
  listRecordedGoals: `SELECT g.student_uid AS "studentUid", CAST(g.goal AS text) AS "json", r.body AS "record"
    FROM growth_goal AS g
    LEFT JOIN student_record AS r ON r.account_id = $1 AND r.student_uid = g.student_uid
    WHERE g.account_id = $1 ORDER BY g.student_uid`,
  /** $2 has the goals by UID, as JSON. Without a WHERE, SQLite would take ON CONFLICT for a join. */
  saveGoals: `INSERT INTO growth_goal (account_id, student_uid, goal)
    SELECT a.account_id, saved.key, saved.value FROM account AS a, json_each($2) AS saved WHERE a.account_id = $1
    ON CONFLICT (account_id, student_uid) DO UPDATE SET goal = excluded.goal`,
  /** Only if the goal is still as it was read. */
  endGoal: 'DELETE FROM growth_goal WHERE account_id = $1 AND student_uid = $2 AND CAST(goal AS text) = $3',
  keepGoal: `UPDATE growth_goal SET goal = goal
    WHERE account_id = $1 AND student_uid = $2 AND CAST(goal AS text) = $3`,
  /** Changes no value, and no row unless the goals are those of $2: stored texts by UID, and 0 where there is none. */
  requireGoals: `UPDATE account SET status = status WHERE account_id = $1 AND NOT EXISTS (
    SELECT 1 FROM json_each($2) AS seen WHERE CAST(seen.value AS text) <> COALESCE((
      SELECT CAST(g.goal AS text) FROM growth_goal AS g WHERE g.account_id = $1 AND g.student_uid = seen.key), '0'))`,
  /** Removes the goals whose UIDs are names in $2. */
  removeGoals: `DELETE FROM growth_goal WHERE account_id = $1
    AND student_uid IN (SELECT key FROM json_each($2))`,
});

/** A goal as it is stored, without its student. */
export type GoalBody = Omit<Goal, 'studentUid'>;

/** By priority, then UID. */
export async function listGoals(database: Database, accountId: string): Promise<Goal[]> {
  const rows = await database.read<GoalRow>(STATEMENTS.listGoals, accountId);
  return rows.map(parseGoal).sort(byPriority);
}

export const findGoal = (
  database: Database,
  accountId: string,
  studentUid: string,
): Promise<GoalRow | undefined> => readOne(database, STATEMENTS.findGoal, accountId, studentUid);

export const endGoal = (accountId: string, { studentUid, json }: GoalRow): Step =>
  requiredStep(STATEMENTS.endGoal, accountId, studentUid, json);

/** Holds the goal for the rest of the transaction. */
export const keepGoal = (accountId: string, { studentUid, json }: GoalRow): Step =>
  requiredStep(STATEMENTS.keepGoal, accountId, studentUid, json);

/** All goals, with what is recorded of each student. */
export async function listRecordedGoals(
  database: Database,
  accountId: string,
): Promise<(Goal & RecordedGoal)[]> {
  const rows = await database.read<GoalRow & { record: string | null }>(
    STATEMENTS.listRecordedGoals,
    accountId,
  );
  return rows
    .map((row) => ({
      ...parseGoal(row),
      recorded: row.record === null ? NO_VALUES : parseGrowth(row.record),
    }))
    .sort(byPriority);
}

/** A goal as it is stored. */
export interface GoalRow {
  readonly studentUid: string;
  readonly json: string;
}

/** The stored text of each goal, by UID. */
export async function readGoalTexts(database: Database, accountId: string): Promise<Map<string, string>> {
  const rows = await database.read<GoalRow>(STATEMENTS.listGoals, accountId);
  return new Map(rows.map(({ studentUid, json }) => [studentUid, json]));
}

export const parseGoal = ({ studentUid, json }: GoalRow): Goal => ({ studentUid, ...JSON.parse(json) });
const byPriority = (a: Goal, b: Goal): number => a.priority - b.priority;

/**
 * Saves goals by UID, and removes those that are null. False if the caller may not write any more, or if the goals of
 * `expected` have other texts by now; undefined is no goal.
 */
export function changeGoals(
  database: Database,
  caller: AccountCaller,
  at: number,
  goals: ReadonlyMap<string, GoalBody | null>,
  expected: ReadonlyMap<string, string | undefined> = new Map(),
): Promise<boolean> {
  const { accountId } = caller;
  const [removed = [], saved = []] = [true, false].map((isRemoved) =>
    [...goals].filter(([, goal]) => (goal === null) === isRemoved),
  );
  const steps = [
    ...requireCaller(caller, accountId, at),
    ...(expected.size > 0 ? [requiredStep(STATEMENTS.requireGoals, accountId, joinTexts(expected))] : []),
    step(STATEMENTS.removeGoals, accountId, toJson(removed)),
    step(STATEMENTS.saveGoals, accountId, toJson(saved)),
  ];
  return succeeds(database.write('changeGoals', steps, accountId));
}

export async function removeGoal(
  database: Database,
  caller: AccountCaller,
  at: number,
  studentUid: string,
): Promise<'done' | 'caller-ended' | 'no-goal'> {
  const { accountId } = caller;
  const remove: Step = requiredStep(STATEMENTS.removeGoals, accountId, toJson([[studentUid, null]]));
  const steps = [...requireCaller(caller, accountId, at), remove];
  const failed = await database.write('removeGoal', steps, accountId);
  if (failed === undefined) return 'done';
  return failed === remove ? 'no-goal' : 'caller-ended';
}

const toJson = (entries: readonly (readonly [string, unknown])[]): string =>
  JSON.stringify(Object.fromEntries(entries));

const joinTexts = (texts: ReadonlyMap<string, string | undefined>): string =>
  `{${[...texts].map(([studentUid, text = '0']) => `${JSON.stringify(studentUid)}:${text}`).join()}}`;
