import { Refusal } from '../refusal.ts';
import type { Store } from '../store/port.ts';
import { digestOf, mintId, mintKey, shownPart } from './key.ts';
import type { Permission, StoredAccount, StoredKey } from './records.ts';
import { latestExpiry } from './standing.ts';

/** What an operator does with accounts and keys. Whoever is not there is refused with a sentence. */
export async function createAccount(store: Store, name: string, now: number): Promise<StoredAccount> {
  if (name.trim() === '') throw new Refusal('An account needs a name that is not empty.');
  refuseUnprintable(name);
  const account: StoredAccount = { accountId: mintId('acc'), name, status: 'active', createdAt: now };
  await store.createAccount(account);
  return account;
}

export async function findAccount(store: Store, accountId: string): Promise<StoredAccount> {
  const account = await store.findAccount(accountId);
  if (account === undefined) throw noAccount(accountId);
  return account;
}

export async function setStatus(
  store: Store,
  accountId: string,
  status: StoredAccount['status'],
): Promise<StoredAccount> {
  if (!(await store.setAccountStatus(accountId, status))) throw noAccount(accountId);
  return findAccount(store, accountId);
}

export async function deleteAccount(store: Store, accountId: string): Promise<void> {
  if (!(await store.deleteAccount(accountId))) throw noAccount(accountId);
}

/** The key itself is in this answer and nowhere else, ever. */
export async function issueKey(
  store: Store,
  wish: { accountId: string; name: string; permission: Permission; expiresAt: number | undefined },
  now: number,
): Promise<StoredKey & { apiKey: string }> {
  refuseUnprintable(wish.name);
  await findAccount(store, wish.accountId);
  const latest = latestExpiry(now);
  const expiresAt = wish.expiresAt ?? latest;
  if (expiresAt <= now) throw new Refusal('A key cannot expire in the past. Name a later moment.');
  if (expiresAt > latest)
    throw new Refusal(
      `A key lasts a year at most, until ${new Date(latest).toISOString()}. Name an earlier moment.`,
    );
  const apiKey = mintKey();
  const key: StoredKey = {
    keyId: mintId('key'),
    accountId: wish.accountId,
    name: wish.name,
    permission: wish.permission,
    shown: shownPart(apiKey),
    issuedAt: now,
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
  };
  await store.issueKey(key, digestOf(apiKey));
  return { ...key, apiKey };
}

export async function revokeKey(store: Store, keyId: string, now: number): Promise<void> {
  if (!(await store.revokeKey(keyId, now)))
    throw new Refusal(
      `There is no key ${keyId}. \`rollbook key list --account ID\` shows those of an account.`,
    );
}

/** Names are shown in tables and logs. */
function refuseUnprintable(name: string): void {
  if (name.length > 100 || /\p{C}/u.test(name))
    throw new Refusal('A name has 100 letters at most and no control characters. Choose another.');
}

const noAccount = (accountId: string): Refusal =>
  new Refusal(`There is no account ${accountId}. \`rollbook account list\` shows them.`);
