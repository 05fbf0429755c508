import { type ActivityEntry, changeAccount } from '../activity/activity.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import { endRecoverySessions } from '../session/session-records.ts';
import type { Caller } from '../store/caller.ts';
import {
  type Database,
  defineStatements,
  readOne,
  requiredStep,
  type Step,
  step,
  succeeds,
} from '../store/database.ts';

export const STATEMENTS = defineStatements({
  findRecoveryCode: 'SELECT account_id AS "accountId" FROM recovery_code WHERE digest = $1',
  countRecoveryCodes: 'SELECT count(*) AS "count" FROM recovery_code WHERE account_id = $1',
  useRecoveryCode: 'DELETE FROM recovery_code WHERE digest = $1 AND account_id = $2',
  insertRecoveryCode: `INSERT INTO recovery_code (digest, account_id)
    SELECT $2, account_id FROM account WHERE account_id = $1`,
  insertFirstRecoveryCode: `INSERT INTO recovery_code (digest, account_id) SELECT $2, account_id FROM account
    WHERE account_id = $1 AND NOT EXISTS (SELECT 1 FROM recovery_code WHERE account_id = $1)`,
  deleteRecoveryCodes: 'DELETE FROM recovery_code WHERE account_id = $1',
});

export const findRecoveryCode = (
  database: Database,
  digest: string,
): MaybePromise<{ accountId: string } | undefined> => readOne(database, STATEMENTS.findRecoveryCode, digest);

export const countRecoveryCodes = async (database: Database, accountId: string): Promise<number> =>
  (await readOne<{ count: number }>(database, STATEMENTS.countRecoveryCodes, accountId))?.count ?? 0;

/** Also ends the sessions that began with a former code. */
export const replaceRecoveryCodes = (
  database: Database,
  caller: Caller,
  accountId: string,
  digests: readonly string[],
  entry: ActivityEntry,
): Promise<boolean> =>
  succeeds(
    changeAccount(
      database,
      'replaceRecoveryCodes',
      caller,
      accountId,
      entry,
      newRecoveryCodes(accountId, digests),
    ),
  );

export const useRecoveryCode = (digest: string, accountId: string): Step =>
  requiredStep(STATEMENTS.useRecoveryCode, digest, accountId);

export const insertRecoveryCodes = (accountId: string, digests: readonly string[]): Step[] =>
  digests.map((digest) => requiredStep(STATEMENTS.insertRecoveryCode, accountId, digest));

/** Fails if the account has codes. */
export const insertFirstRecoveryCodes = (
  accountId: string,
  [first = '', ...rest]: readonly string[],
): Step[] => [
  requiredStep(STATEMENTS.insertFirstRecoveryCode, accountId, first),
  endRecoverySessions(accountId),
  ...insertRecoveryCodes(accountId, rest),
];

export const newRecoveryCodes = (accountId: string, digests: readonly string[]): Step[] => [
  step(STATEMENTS.deleteRecoveryCodes, accountId),
  endRecoverySessions(accountId),
  ...insertRecoveryCodes(accountId, digests),
];
