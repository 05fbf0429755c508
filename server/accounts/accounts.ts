import { MAX_DISPLAY_NAME_LENGTH } from '../../contract/limits.ts';
import { foldText } from '../../game/text-folding.ts';
import { UserError } from '../errors/user-error.ts';
import { insertAccount } from '../sign-in/insert-account.ts';
import { OPERATOR } from '../store/caller.ts';
import { findAccount, listAccounts } from '../store/find-accounts.ts';
import { generateAccountId } from '../store/reachable-key.ts';
import type { Store } from '../store/store.ts';
import type { NewAccount, StoredAccount } from '../store/stored-account.ts';
import { deleteAccount } from './delete-account.ts';

export async function createAccount(
  { database }: Pick<Store, 'database'>,
  name: string,
  now: number,
  isOperator = false,
): Promise<NewAccount> {
  if (name.trim() === '') throw new UserError('An account needs a name that is not empty.');
  requirePrintableName(name);
  const accountId = await generateAccountId({ database });
  const account: NewAccount = { accountId, name, status: 'active', createdAt: now };
  await database.write('createAccount', insertAccount(account, isOperator));
  return account;
}

export async function requireAccount(
  store: Pick<Store, 'database'>,
  accountId: string,
): Promise<StoredAccount> {
  const account = await findAccount(store, accountId);
  if (account === undefined) throw accountNotFound(accountId);
  return account;
}

/** Finds accounts by part of their name, ignoring case and character width. */
export async function findAccounts(store: Store, namePart: string): Promise<StoredAccount[]> {
  const folded = foldText(namePart);
  return (await listAccounts(store)).filter(({ name }) => foldText(name).includes(folded));
}

export async function deleteAccountByCommand(store: Store, accountId: string, now: number): Promise<void> {
  if (!(await deleteAccount(store, accountId, OPERATOR, now))) throw accountNotFound(accountId);
}

/** Names are printed in tables and logs, which control characters would break. */
export function requirePrintableName(name: string): void {
  if ([...name].length > MAX_DISPLAY_NAME_LENGTH || /\p{C}/u.test(name))
    throw new UserError(
      `A name has ${MAX_DISPLAY_NAME_LENGTH} letters at most and no control characters. Choose another.`,
    );
}

export const accountNotFound = (accountId: string): UserError =>
  new UserError(
    `There is no account with the ID ${accountId}. \`rollbook account list --name TEXT\` finds the ID of a name.`,
  );
