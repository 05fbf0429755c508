import { listPasskeys } from '../sign-in/passkey-records.ts';
import { listRecoveryCodes } from '../sign-in/recovery-codes.ts';
import { removeLookup } from '../store/account-lookups.ts';
import { type Caller, requireCaller } from '../store/caller.ts';
import { defineStatements, requiredStep, succeeds } from '../store/database.ts';
import type { Store } from '../store/store.ts';

export const STATEMENTS = defineStatements({
  deleteAccount: 'DELETE FROM account WHERE account_id = $1',
});

/**
 * Deletes all that is the account's: keys, students, goals, stock, passkeys, sessions. False if there is none, or if the
 * caller may not write any more. A distributed database has no foreign key from the look-ups to the account.
 */
export async function deleteAccount(
  { database }: Pick<Store, 'database'>,
  accountId: string,
  caller: Caller,
  at: number,
): Promise<boolean> {
  const passkeys = await listPasskeys(database, accountId);
  const codes = await listRecoveryCodes(database, accountId);
  const foundBy = [...passkeys.map(({ credentialId }) => credentialId), ...codes];
  const steps = [
    ...requireCaller(caller, accountId, at),
    ...foundBy.map((key) => removeLookup(key, accountId)),
    requiredStep(STATEMENTS.deleteAccount, accountId),
  ];
  return succeeds(database.write('deleteAccount', steps, accountId));
}
