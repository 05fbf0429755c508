import { endGrantedAccess } from '../sign-in/granted-access.ts';
import { voidSetupLink } from '../sign-in/setup-links.ts';
import { type Caller, requireCaller } from '../store/caller.ts';
import { defineStatements, requiredStep, step, succeeds } from '../store/database.ts';
import type { Store } from '../store/store.ts';

export const STATEMENTS = defineStatements({
  deleteAccount: 'DELETE FROM account WHERE account_id = $1',
  /** The foreign keys delete all else; a distributed database has none from here to the account. */
  removeLookups: 'DELETE FROM account_lookup WHERE account_id = $1',
});

/**
 * Deletes all that is the account's: keys, students, goals, stock, passkeys, sessions, and ends the links and invites that
 * it has made. False if there is none, or if the
 * caller may not write any more.
 */
export const deleteAccount = (
  { database }: Pick<Store, 'database'>,
  accountId: string,
  caller: Caller,
  at: number,
): Promise<boolean> =>
  succeeds(
    database.write(
      'deleteAccount',
      [
        ...requireCaller(caller, accountId, at),
        step(STATEMENTS.removeLookups, accountId),
        ...endGrantedAccess(accountId, at),
        requiredStep(STATEMENTS.deleteAccount, accountId),
        voidSetupLink,
      ],
      accountId,
    ),
  );
