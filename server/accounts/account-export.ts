import { listActivity } from '../activity/activity.ts';
import { toTime } from '../console/console-context.ts';
import { toKeyView } from '../keys/key-handlers.ts';
import { toPasskeyView } from '../sign-in/passkey-handlers.ts';
import { listPasskeys } from '../sign-in/passkey-records.ts';
import { type Database, defineStatements, type Statement } from '../store/database.ts';
import type { Store } from '../store/store.ts';

export const STATEMENTS = defineStatements({
  /** Records of students who are not recruited hold a bond only. */
  listRecords: 'SELECT body AS "json" FROM student_record WHERE account_id = $1 ORDER BY student_uid',
  listGoals: `SELECT student_uid AS "id", CAST(goal AS text) AS "json" FROM growth_goal
    WHERE account_id = $1 ORDER BY student_uid`,
  listGiftPlans: `SELECT student_uid AS "id", CAST(plan AS text) AS "json" FROM gift_plan
    WHERE account_id = $1 ORDER BY student_uid`,
  listPlanners: `SELECT planner_id AS "id", CAST(content AS text) AS "json" FROM planner
    WHERE account_id = $1 ORDER BY planner_id`,
});

interface Part {
  /** The field of the file. */
  readonly name: string;
  readonly read: (store: Store, accountId: string) => Promise<unknown>;
}

/** What the file holds of each table, without secrets. */
export const EXPORTED: Readonly<Record<string, Part>> = {
  student_record: {
    name: 'students',
    read: async ({ database }, accountId) =>
      (await readTexts(database, STATEMENTS.listRecords, accountId)).map(({ json }) => JSON.parse(json)),
  },
  growth_goal: byId('growthGoals', STATEMENTS.listGoals),
  gift_plan: byId('giftPlans', STATEMENTS.listGiftPlans),
  planner: byId('planners', STATEMENTS.listPlanners),
  api_key: {
    name: 'keys',
    read: async (store, accountId) => (await store.listKeys(accountId)).map(toKeyView),
  },
  passkey: {
    name: 'passkeys',
    read: async ({ database }, accountId) => (await listPasskeys(database, accountId)).map(toPasskeyView),
  },
  activity: {
    name: 'activity',
    read: async ({ database }, accountId) =>
      (await listActivity(database, accountId)).map(({ at, ...entry }) => ({ at: toTime(at), ...entry })),
  },
};

/** Ways into the account. */
export const NOT_EXPORTED = ['console_session', 'recovery_code', 'account_link', 'challenge'];

/** One read for each table: a tool that writes meanwhile may be in one and not in another. */
export async function exportAccountData(store: Store, accountId: string): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = {};
  for (const { name, read } of Object.values(EXPORTED)) data[name] = await read(store, accountId);
  return data;
}

interface TextRow {
  id: string;
  json: string;
}

const readTexts = async (database: Database, statement: Statement, accountId: string): Promise<TextRow[]> =>
  database.read<TextRow>(statement, accountId);

function byId(name: string, statement: Statement): Part {
  return {
    name,
    read: async ({ database }, accountId) =>
      Object.fromEntries(
        (await readTexts(database, statement, accountId)).map(({ id, json }) => [id, JSON.parse(json)]),
      ),
  };
}
