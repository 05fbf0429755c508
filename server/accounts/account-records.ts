import { type ActivityEntry, changeAccount } from '../activity/activity.ts';
import type { Caller } from '../store/caller.ts';
import { type Database, defineStatements, requiredStep, succeeds } from '../store/database.ts';

export const STATEMENTS = defineStatements({
  renameAccount: 'UPDATE account SET name = $2 WHERE account_id = $1',
});

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
