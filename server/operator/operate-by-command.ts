import { accountNotFound, requireAccount } from '../accounts/accounts.ts';
import { newLink, type StoredLink } from '../sign-in/account-links.ts';
import { OPERATOR } from '../store/caller.ts';
import type { Store } from '../store/store.ts';
import type { StoredAccount } from '../store/stored-account.ts';
import { changeStatus, saveLinkAsOperator } from './records.ts';

/** The operator's commands on an account. Its activity tells of them as if the operator's page had done it. */

type Operated = Pick<Store, 'database'>;

export async function setAccountStatus(
  store: Operated,
  accountId: string,
  status: StoredAccount['status'],
  now: number,
): Promise<StoredAccount> {
  const account = await requireAccount(store, accountId);
  const change = await changeStatus(store.database, OPERATOR, account, status, now);
  return change === 'done' ? { ...account, status } : requireAccount(store, accountId);
}

/**
 * Returns the token of a one-time link in the clear; only its hash is stored. Voids the account's former link.
 */
export async function createAccountLink(
  store: Operated,
  accountId: string,
  now: number,
): Promise<StoredLink & { token: string }> {
  const account = await requireAccount(store, accountId);
  const { token, ...link } = newLink(accountId, null, now);
  const saved = await saveLinkAsOperator(store.database, OPERATOR, '', account, link, now);
  if (saved !== 'done') throw accountNotFound(accountId);
  return { ...link, token };
}
