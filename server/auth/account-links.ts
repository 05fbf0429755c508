import type { StoredLink } from '../store/console-records.ts';
import type { Store } from '../store/store.ts';
import { accountNotFound } from './accounts.ts';
import { generateToken, hashToken } from './tokens.ts';

export const ACCOUNT_LINK_MINUTES = 30;

/** Returns the token of a one-time link in the clear; only its hash is stored. Voids the account's former link. */
export async function createAccountLink(
  store: Store,
  accountId: string,
  now: number,
): Promise<StoredLink & { token: string }> {
  const token = generateToken('link');
  const link: StoredLink = {
    accountId,
    digest: hashToken(token),
    expiresAt: now + ACCOUNT_LINK_MINUTES * 60_000,
  };
  if (!(await store.console.saveLink(link))) throw accountNotFound(accountId);
  return { ...link, token };
}
