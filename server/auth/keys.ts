import type { Permission } from '../../contract/limits.ts';
import type { StoredKey } from '../store/account-records.ts';
import type { ActivityEntry, ActivityKind } from '../store/console-records.ts';
import type { Store } from '../store/types.ts';
import { UserError } from '../user-error.ts';
import { accountNotFound, requirePrintableName } from './accounts.ts';
import { displayPrefix, generateId, generateKey, hashKey } from './api-key.ts';
import { latestExpiry } from './key-rules.ts';

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
  const old = await findActiveKey(store, keyId, now);
  const { accountId, name, permission } = old;
  const { apiKey, key } = createKey({ accountId, name, permission, expiresAt: undefined }, now);
  const replaced = { ...old, expiresAt: Math.min(old.expiresAt, now + overlapMs) };
  const activity = keyActivity('key-rotated', key, now);
  if (!(await store.console.rotateKey(replaced, key, hashKey(apiKey), activity, maxKeys))) {
    // Another request may have ended it meanwhile.
    await findActiveKey(store, keyId, now);
    throw keyNotFound(keyId);
  }
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

async function findActiveKey(store: Store, keyId: string, now: number): Promise<StoredKey> {
  const key = await findKey(store, keyId);
  if (key.revokedAt === null && key.expiresAt > now) return key;
  throw new UserError(
    `The key ${keyId} is ${key.revokedAt === null ? 'expired' : 'revoked'}: there is nothing to rotate. \`rollbook key issue\` makes a new one.`,
  );
}

const keyActivity = (kind: ActivityKind, { name, shown }: StoredKey, at: number): ActivityEntry => ({
  at,
  kind,
  detail: name || `${shown}…`,
});

const keyNotFound = (keyId: string): UserError =>
  new UserError(`There is no key ${keyId}. \`rollbook key list --account ID\` shows those of an account.`);
