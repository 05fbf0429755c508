import type { Permission } from '../../contract/limits.ts';
import { UserError } from '../errors/user-error.ts';
import type { StoredKey } from '../store/account-records.ts';
import type { Caller } from '../store/caller.ts';
import type { ActivityEntry, ActivityKind } from '../store/console-records.ts';
import type { Store } from '../store/store.ts';
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
  caller: Caller,
  request: KeyRequest,
  now: number,
  maxKeys?: number,
): Promise<StoredKey & { apiKey: string }> {
  const { apiKey, key } = createKey(request, now);
  const activity = keyActivity('key-issued', key, now);
  if (!(await store.console.issueKey(caller, key, hashKey(apiKey), activity, maxKeys)))
    throw accountNotFound(key.accountId);
  return { ...key, apiKey };
}

/**
 * Issues a new key with the same name and permission and lets the old one expire after the overlap. Unless `expiresAt`
 * says otherwise, the new key lasts as long as the old one was issued for.
 */
export async function rotateKey(
  store: Store,
  caller: Caller,
  keyId: string,
  { overlapMs, expiresAt }: { overlapMs: number; expiresAt?: number | undefined },
  now: number,
  maxKeys?: number,
): Promise<StoredKey & { apiKey: string; replaced: StoredKey }> {
  const old = await findActiveKey(store, keyId, now);
  const { accountId, name, permission } = old;
  const sameLifetime = Math.min(now + old.expiresAt - old.issuedAt, latestExpiry(now));
  const { apiKey, key } = createKey(
    { accountId, name, permission, expiresAt: expiresAt ?? sameLifetime },
    now,
  );
  const replaced = { ...old, expiresAt: Math.min(old.expiresAt, now + overlapMs) };
  const activity = keyActivity('key-rotated', key, now);
  if (!(await store.console.rotateKey(caller, replaced, key, hashKey(apiKey), activity, maxKeys))) {
    // Another request may have ended it meanwhile.
    await findActiveKey(store, keyId, now);
    throw keyNotFound(keyId);
  }
  return { ...key, apiKey, replaced };
}

/** Returns the revoked key. One that was revoked before keeps its time, and nothing is added to the activity. */
export async function revokeKey(
  store: Store,
  caller: Caller,
  keyId: string,
  now: number,
): Promise<StoredKey> {
  const key = await findKey(store, keyId);
  const activity = keyActivity('key-revoked', key, now);
  const isRevoked = await store.console.revokeKey(caller, key.accountId, keyId, activity);
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
