import { MAX_DISPLAY_NAME_LENGTH, type Permission } from '../../contract/limits.ts';
import { foldText } from '../../contract/text-folding.ts';
import type { StoredAccount, StoredKey } from '../store/account-records.ts';
import type { ActivityEntry, ActivityKind } from '../store/console-records.ts';
import type { Store } from '../store/types.ts';
import { UserError } from '../user-error.ts';
import { displayPrefix, generateId, generateKey, hashKey } from './api-key.ts';
import { latestExpiry } from './key-rules.ts';

export async function createAccount(store: Store, name: string, now: number): Promise<StoredAccount> {
  if (name.trim() === '') throw new UserError('An account needs a name that is not empty.');
  requirePrintableName(name);
  const account: StoredAccount = { accountId: generateId('acc'), name, status: 'active', createdAt: now };
  await store.createAccount(account);
  return account;
}

export async function findAccount(store: Store, accountId: string): Promise<StoredAccount> {
  const account = await store.findAccount(accountId);
  if (account === undefined) throw accountNotFound(accountId);
  return account;
}

/** Finds accounts by part of their name, ignoring case and character width. */
export async function findAccounts(store: Store, namePart: string): Promise<StoredAccount[]> {
  const folded = foldText(namePart);
  return (await store.listAccounts()).filter(({ name }) => foldText(name).includes(folded));
}

export async function setAccountStatus(
  store: Store,
  accountId: string,
  status: StoredAccount['status'],
): Promise<StoredAccount> {
  const account = await findAccount(store, accountId);
  if (!(await store.setAccountStatus(accountId, status))) throw accountNotFound(accountId);
  return { ...account, status };
}

export async function deleteAccount(store: Store, accountId: string): Promise<void> {
  if (!(await store.deleteAccount(accountId))) throw accountNotFound(accountId);
}

interface KeyRequest {
  accountId: string;
  name: string;
  permission: Permission;
  expiresAt: number | undefined;
}

/** Returns the API key in the clear; only its hash is stored. */
export async function issueKey(
  store: Store,
  request: KeyRequest,
  now: number,
  maxKeys?: number,
): Promise<StoredKey & { apiKey: string }> {
  const { apiKey, key } = createKey(request, now);
  const activity = keyActivity('key-issued', key, now);
  if (!(await store.console.issueKey(key, hashKey(apiKey), activity, maxKeys)))
    throw accountNotFound(key.accountId);
  return { ...key, apiKey };
}

/** Issues a new key with the same name and permission and lets the old one expire after the overlap. */
export async function rotateKey(
  store: Store,
  keyId: string,
  overlapMs: number,
  now: number,
  maxKeys?: number,
): Promise<StoredKey & { apiKey: string; replaced: StoredKey }> {
  const old = await findKey(store, keyId);
  if (old.revokedAt !== null || old.expiresAt <= now)
    throw new UserError(
      `The key ${keyId} is ${old.revokedAt === null ? 'expired' : 'revoked'}: there is nothing to rotate. \`rollbook key issue\` makes a new one.`,
    );
  const { accountId, name, permission } = old;
  const { apiKey, key } = createKey({ accountId, name, permission, expiresAt: undefined }, now);
  const replaced = { ...old, expiresAt: Math.min(old.expiresAt, now + overlapMs) };
  const activity = keyActivity('key-rotated', key, now);
  if (!(await store.console.rotateKey(replaced, key, hashKey(apiKey), activity, maxKeys)))
    throw keyNotFound(keyId);
  return { ...key, apiKey, replaced };
}

/** Returns the revoked key. One that was revoked before keeps its time, and nothing is added to the activity. */
export async function revokeKey(store: Store, keyId: string, now: number): Promise<StoredKey> {
  const key = await findKey(store, keyId);
  const isRevoked = await store.console.revokeKey(
    key.accountId,
    keyId,
    now,
    keyActivity('key-revoked', key, now),
  );
  return isRevoked ? { ...key, revokedAt: now } : findKey(store, keyId);
}

function createKey(request: KeyRequest, now: number): { apiKey: string; key: StoredKey } {
  const { accountId, name, permission } = request;
  requirePrintableName(name);
  const latest = latestExpiry(now);
  const expiresAt = request.expiresAt ?? latest;
  if (expiresAt <= now) throw new UserError('A key cannot expire in the past. Name a later moment.');
  if (expiresAt > latest)
    throw new UserError(
      `A key lasts a year at most, until ${new Date(latest).toISOString()}. Name an earlier moment.`,
    );
  const apiKey = generateKey();
  const key: StoredKey = {
    keyId: generateId('key'),
    accountId,
    name,
    permission,
    shown: displayPrefix(apiKey),
    issuedAt: now,
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
  };
  return { apiKey, key };
}

async function findKey(store: Store, keyId: string): Promise<StoredKey> {
  const key = await store.findKeyById(keyId);
  if (key === undefined) throw keyNotFound(keyId);
  return key;
}

const keyActivity = (kind: ActivityKind, { name, shown }: StoredKey, at: number): ActivityEntry => ({
  at,
  kind,
  detail: name || `${shown}…`,
});

/** Names are printed in tables and logs, which control characters would break. */
function requirePrintableName(name: string): void {
  if ([...name].length > MAX_DISPLAY_NAME_LENGTH || /\p{C}/u.test(name))
    throw new UserError(
      `A name has ${MAX_DISPLAY_NAME_LENGTH} letters at most and no control characters. Choose another.`,
    );
}

export const accountNotFound = (accountId: string): UserError =>
  new UserError(
    `There is no account with the ID ${accountId}. \`rollbook account list --name TEXT\` finds the ID of a name.`,
  );

const keyNotFound = (keyId: string): UserError =>
  new UserError(`There is no key ${keyId}. \`rollbook key list --account ID\` shows those of an account.`);
