import { type Database, defineStatements, readOne, requiredStep, type Step, step } from './database.ts';

/**
 * Which account has what is found without naming one: a passkey by its credential ID, a recovery code by its digest, and
 * a key or session that began before these carried their account. Each leads there and says no more: what it leads to is
 * found in the account, or not.
 */
export const STATEMENTS = defineStatements({
  findAccountOf: 'SELECT account_id AS "accountId" FROM account_lookup WHERE found_by = $1',
  /** Changes nothing if it is there, for this or another account. */
  insertLookup: 'INSERT INTO account_lookup (found_by, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
  removeLookup: 'DELETE FROM account_lookup WHERE found_by = $1 AND account_id = $2',
});

export const findAccountOf = async (database: Database, foundBy: string): Promise<string | undefined> =>
  (await readOne<{ accountId: string }>(database, STATEMENTS.findAccountOf, foundBy))?.accountId;

/** Fails if another account, or this one, is found by it. */
export const insertLookup = (foundBy: string, accountId: string): Step =>
  requiredStep(STATEMENTS.insertLookup, foundBy, accountId);

export const removeLookup = (foundBy: string, accountId: string): Step =>
  step(STATEMENTS.removeLookup, foundBy, accountId);
