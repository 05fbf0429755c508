import { type ActivityEntry, changeAccount } from '../activity/activity.ts';
import { endRecoverySessions } from '../session/session-records.ts';
import { findAccountOf, insertLookup, removeLookup } from '../store/account-lookups.ts';
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
import { generateReachable } from '../store/reachable-key.ts';
import { generateRecoveryCode, hashRecoveryCode } from './tokens.ts';

const CODE_COUNT = 10;

export const STATEMENTS = defineStatements({
  findRecoveryCode:
    'SELECT account_id AS "accountId" FROM recovery_code WHERE account_id = $1 AND digest = $2',
  listRecoveryCodes: 'SELECT digest FROM recovery_code WHERE account_id = $1',
  countRecoveryCodes: 'SELECT count(*) AS "count" FROM recovery_code WHERE account_id = $1',
  useRecoveryCode: 'DELETE FROM recovery_code WHERE account_id = $1 AND digest = $2',
  insertRecoveryCode: `INSERT INTO recovery_code (digest, account_id)
    SELECT $2, account_id FROM account WHERE account_id = $1`,
  insertFirstRecoveryCode: `INSERT INTO recovery_code (digest, account_id) SELECT $2, account_id FROM account
    WHERE account_id = $1 AND NOT EXISTS (SELECT 1 FROM recovery_code WHERE account_id = $1)`,
  deleteRecoveryCodes: 'DELETE FROM recovery_code WHERE account_id = $1',
});

/** In the clear; what is stored is their hash. */
export const generateRecoveryCodes = (database: Database): Promise<string[]> =>
  Promise.all(
    Array.from({ length: CODE_COUNT }, () =>
      generateReachable({ database }, generateRecoveryCode, hashRecoveryCode),
    ),
  );

/** Finds the account of a code that is not used. */
export async function findRecoveryCode(
  database: Database,
  digest: string,
): Promise<{ accountId: string } | undefined> {
  const accountId = await findAccountOf(database, digest);
  if (accountId === undefined) return undefined;
  return readOne(database, STATEMENTS.findRecoveryCode, accountId, digest);
}

/** The digests of those that are not used. */
export const listRecoveryCodes = async (database: Database, accountId: string): Promise<string[]> =>
  (await database.read<{ digest: string }>(STATEMENTS.listRecoveryCodes, accountId)).map(
    ({ digest }) => digest,
  );

export const countRecoveryCodes = async (database: Database, accountId: string): Promise<number> =>
  (await readOne<{ count: number }>(database, STATEMENTS.countRecoveryCodes, accountId))?.count ?? 0;

/** Also ends the sessions that began with a former code. */
export async function replaceRecoveryCodes(
  database: Database,
  caller: Caller,
  accountId: string,
  digests: readonly string[],
  entry: ActivityEntry,
): Promise<boolean> {
  const steps = newRecoveryCodes(accountId, digests, await listRecoveryCodes(database, accountId));
  return succeeds(changeAccount(database, 'replaceRecoveryCodes', caller, accountId, entry, steps));
}

export const useRecoveryCode = (digest: string, accountId: string): Step[] => [
  requiredStep(STATEMENTS.useRecoveryCode, accountId, digest),
  removeLookup(digest, accountId),
];

export const insertRecoveryCodes = (accountId: string, digests: readonly string[]): Step[] =>
  digests.flatMap((digest) => [
    requiredStep(STATEMENTS.insertRecoveryCode, accountId, digest),
    insertLookup(digest, accountId),
  ]);

/** Fails if the account has codes. */
export const insertFirstRecoveryCodes = (
  accountId: string,
  [first = '', ...rest]: readonly string[],
): Step[] => [
  requiredStep(STATEMENTS.insertFirstRecoveryCode, accountId, first),
  insertLookup(first, accountId),
  endRecoverySessions(accountId),
  ...insertRecoveryCodes(accountId, rest),
];

/** `former` are those of the account. */
export const newRecoveryCodes = (
  accountId: string,
  digests: readonly string[],
  former: readonly string[],
): Step[] => [
  step(STATEMENTS.deleteRecoveryCodes, accountId),
  ...former.map((digest) => removeLookup(digest, accountId)),
  endRecoverySessions(accountId),
  ...insertRecoveryCodes(accountId, digests),
];
