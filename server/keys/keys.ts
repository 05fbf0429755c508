import { addIncludedAreas, formatAreas, type KeyAreas, parseAreas } from '../../contract/areas.ts';
import { KEY_LIFETIME_YEARS, type Permission } from '../../contract/limits.ts';
import { type ActivityEntry, type ActivityKind, noteActivity } from '../activity/activity.ts';
import { displayPrefix, generateId, generateKey, hashKey } from '../secrets.ts';
import type { Caller } from '../store/caller.ts';
import type { Step } from '../store/database.ts';
import { findKeyOfAccount, listKeys } from '../store/find-accounts.ts';
import type { Store } from '../store/store.ts';
import type { StoredKey } from '../store/stored-account.ts';
import { revokeKeyStep, storeKey, storeRevocation, storeSuccessor } from './records.ts';

export interface KeyRequest {
  accountId: string;
  name: string;
  permission: Permission;
  /** The key has those that they include, too. None: it reaches everything. */
  areas?: KeyAreas;
  /** Undefined: as late as a key may expire. */
  expiresAt: number | undefined;
}

/** The same UTC time one year later; 29 February becomes 28 February. */
export function latestExpiry(issuedAt: number): number {
  const date = new Date(issuedAt);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() + KEY_LIFETIME_YEARS);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return date.getTime();
}

/** The issuer of a key is the only one to see it; the store keeps its hash. */
export type IssuedKey = StoredKey & { readonly apiKey: string };

/** `caller-ended`: the session has, or its account is not active. */
export type KeyRefusal =
  | 'expiry-past'
  | 'expiry-late'
  | 'no-account'
  | 'no-key'
  | 'key-revoked'
  | 'key-expired'
  | 'limit-reached'
  | 'key-of-app'
  | 'caller-ended';

export async function issueKey(
  { database }: Pick<Store, 'database'>,
  caller: Caller,
  request: KeyRequest,
  now: number,
  maxKeys?: number,
): Promise<IssuedKey | KeyRefusal> {
  const { areas = null } = request;
  const created = createKey({ ...request, areas: areas && addIncludedAreas(areas) }, now);
  if (typeof created === 'string') return created;
  const { apiKey, ...key } = created;
  const entry = keyEntry('key-issued', key, now);
  const change = await storeKey(database, caller, key, hashKey(apiKey), entry, maxKeys);
  if (change === 'done') return created;
  if (change === 'caller-ended') return change;
  return maxKeys === undefined ? 'no-account' : 'limit-reached';
}

/**
 * Issues a new key with the same name, permission and areas and lets the old one expire after the overlap. Unless `expiresAt`
 * says otherwise, the new key lasts as long as the old one was issued for.
 */
export async function rotateKey(
  store: Pick<Store, 'database'>,
  caller: Caller,
  old: StoredKey,
  { overlapMs, expiresAt }: { overlapMs: number; expiresAt?: number | undefined },
  now: number,
  maxKeys?: number,
): Promise<(IssuedKey & { replaced: StoredKey }) | KeyRefusal> {
  if (old.app) return 'key-of-app';
  if (hasEnded(old, now)) return endOf(old);
  const { accountId, name, permission } = old;
  const areas = old.areas === null ? null : parseAreas(old.areas);
  const sameLifetime = Math.min(now + old.expiresAt - old.issuedAt, latestExpiry(now));
  const created = createKey(
    { accountId, name, permission, areas, expiresAt: expiresAt ?? sameLifetime },
    now,
  );
  if (typeof created === 'string') return created;
  const { apiKey, ...key } = created;
  const replaced = { ...old, expiresAt: Math.min(old.expiresAt, now + overlapMs) };
  const entry = keyEntry('key-rotated', key, now);
  const change = await storeSuccessor(store.database, caller, replaced, key, hashKey(apiKey), entry, maxKeys);
  if (change === 'done') return { ...created, replaced };
  if (change === 'refused') return 'limit-reached';
  if (change === 'caller-ended') return change;
  // Another request has ended it meanwhile.
  const current = await findKeyOfAccount(store, accountId, old.keyId);
  return current === undefined ? 'no-key' : endOf(current);
}

/** Returns the revoked key. One that was revoked before keeps its time, and nothing is added to the activity. */
export async function revokeKey(
  store: Pick<Store, 'database'>,
  caller: Caller,
  key: StoredKey,
  now: number,
): Promise<StoredKey | 'no-key' | 'caller-ended'> {
  const { accountId, keyId } = key;
  const entry = keyEntry(key.app ? 'app-disconnected' : 'key-revoked', key, now);
  const change = await storeRevocation(store.database, caller, accountId, keyId, entry);
  if (change === 'done') return { ...key, revokedAt: now };
  return change === 'caller-ended' ? change : ((await findKeyOfAccount(store, accountId, keyId)) ?? 'no-key');
}

/** The apps of an account that have not ended, newest first. */
export async function listApps(
  store: Pick<Store, 'database'>,
  accountId: string,
  now: number,
): Promise<StoredKey[]> {
  const keys = await listKeys(store, accountId);
  return keys.filter((key) => key.app && !hasEnded(key, now)).reverse();
}

/** Steps that end apps, each told in the activity. One that was ended meanwhile keeps its time. */
export const disconnectSteps = (apps: readonly StoredKey[], now: number): Step[] =>
  apps.flatMap((app) => [
    revokeKeyStep(app.accountId, app.keyId, now),
    ...noteActivity(app.accountId, keyEntry('app-disconnected', app, now)),
  ]);

function createKey(request: KeyRequest, now: number): IssuedKey | 'expiry-past' | 'expiry-late' {
  const { accountId, name, permission, areas = null } = request;
  const latest = latestExpiry(now);
  const expiresAt = request.expiresAt ?? latest;
  if (expiresAt <= now) return 'expiry-past';
  if (expiresAt > latest) return 'expiry-late';
  const apiKey = generateKey(accountId);
  return {
    apiKey,
    keyId: generateId('key'),
    accountId,
    name,
    permission,
    areas: areas && formatAreas(areas),
    shown: displayPrefix(apiKey),
    issuedAt: now,
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
  };
}

const hasEnded = ({ revokedAt, expiresAt }: StoredKey, now: number): boolean =>
  revokedAt !== null || expiresAt <= now;
const endOf = ({ revokedAt }: StoredKey): KeyRefusal => (revokedAt === null ? 'key-expired' : 'key-revoked');

const keyEntry = (kind: ActivityKind, { name, shown }: StoredKey, at: number): ActivityEntry => ({
  at,
  kind,
  detail: name || `${shown}…`,
});
