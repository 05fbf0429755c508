import { ENDED_KEY_RETENTION_MS, MAX_ENDED_KEYS } from '../account-limits.ts';
import { type ActivityEntry, changeAccount } from '../activity/activity.ts';
import type { Caller } from '../store/caller.ts';
import { readBelievedTime } from '../store/clock-jump.ts';
import { type Database, defineStatements, requiredStep, type Step, step } from '../store/database.ts';
import type { StoredKey } from '../store/stored-account.ts';

/** The expression of the index `api_key_end`. */
const KEY_END = 'coalesce(revoked_at, expires_at)';
const hasEnded = (at: string) => `(revoked_at IS NOT NULL OR expires_at <= ${at})`;

export const STATEMENTS = defineStatements({
  /** Changes nothing if the account has $10 keys that have not ended. */
  insertKey: `INSERT INTO api_key (key_id, account_id, name, permission, areas, digest, shown, issued_at,
      expires_at)
    SELECT $1, account_id, $3, $4, $5, $6, $7, CAST($8 AS bigint), CAST($9 AS bigint) FROM account
    WHERE account_id = $2 AND (SELECT count(*) FROM api_key
      WHERE account_id = $2 AND NOT ${hasEnded('$8')}) < $10`,
  /** Changes nothing if the key is revoked, or expired at $4. */
  endKey: `UPDATE api_key SET expires_at = CASE WHEN expires_at < $3 THEN expires_at ELSE $3 END
    WHERE account_id = $1 AND key_id = $2 AND revoked_at IS NULL AND expires_at > $4`,
  revokeKey:
    'UPDATE api_key SET revoked_at = $3 WHERE account_id = $1 AND key_id = $2 AND revoked_at IS NULL',
  revokeKeys: 'UPDATE api_key SET revoked_at = $2 WHERE account_id = $1 AND revoked_at IS NULL',
  /** Leaves the last ${MAX_ENDED_KEYS} of the keys that have ended at $2. */
  trimEndedKeys: `DELETE FROM api_key WHERE account_id = $1 AND key_id IN (SELECT key_id FROM api_key
    WHERE account_id = $1 AND ${hasEnded('$2')} ORDER BY ${KEY_END} DESC, key_id LIMIT 10000 OFFSET ${MAX_ENDED_KEYS})`,
  deleteEndedKeys: `DELETE FROM api_key WHERE ${KEY_END} <= $1`,
});

/**
 * The outcome of a change of keys. `caller-ended`: the session has, or its account is not active. `key-ended`: the old
 * key had before. `refused`: the account does not exist, or has as many keys as it may.
 */
export type KeyChange = 'done' | 'caller-ended' | 'key-ended' | 'refused';

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** `maxKeys` counts those that have not ended. */
export async function storeKey(
  database: Database,
  caller: Caller,
  key: StoredKey,
  digest: string,
  entry: ActivityEntry,
  maxKeys = NO_LIMIT,
): Promise<KeyChange> {
  const { accountId, issuedAt } = key;
  const insert = insertKey(key, digest, maxKeys);
  const steps = [insert, trimEndedKeys(accountId, await readBelievedTime(database, issuedAt))];
  const failed = await changeAccount(database, 'issueKey', caller, accountId, entry, steps);
  if (failed === undefined) return 'done';
  return failed === insert ? 'refused' : 'caller-ended';
}

/** Stores `key`, and moves the expiry of the `old` one to its `expiresAt` if that is earlier; never extends it. */
export async function storeSuccessor(
  database: Database,
  caller: Caller,
  old: Pick<StoredKey, 'keyId' | 'expiresAt'>,
  key: StoredKey,
  digest: string,
  entry: ActivityEntry,
  maxKeys = NO_LIMIT,
): Promise<KeyChange> {
  const { accountId, issuedAt } = key;
  const end = requiredStep(STATEMENTS.endKey, accountId, old.keyId, old.expiresAt, issuedAt);
  const insert = insertKey(key, digest, maxKeys);
  const steps = [end, insert, trimEndedKeys(accountId, await readBelievedTime(database, issuedAt))];
  const failed = await changeAccount(database, 'rotateKey', caller, accountId, entry, steps);
  if (failed === undefined) return 'done';
  if (failed === end) return 'key-ended';
  return failed === insert ? 'refused' : 'caller-ended';
}

export async function storeRevocation(
  database: Database,
  caller: Caller,
  accountId: string,
  keyId: string,
  entry: ActivityEntry,
): Promise<KeyChange> {
  const revoke = requiredStep(STATEMENTS.revokeKey, accountId, keyId, entry.at);
  const steps = [revoke, trimEndedKeys(accountId, await readBelievedTime(database, entry.at))];
  const failed = await changeAccount(database, 'revokeKey', caller, accountId, entry, steps);
  if (failed === undefined) return 'done';
  return failed === revoke ? 'key-ended' : 'caller-ended';
}

function insertKey(key: StoredKey, digest: string, maxKeys: number): Step {
  const { keyId, accountId, name, permission, areas, shown, issuedAt, expiresAt } = key;
  return requiredStep(
    STATEMENTS.insertKey,
    keyId,
    accountId,
    name,
    permission,
    areas,
    digest,
    shown,
    issuedAt,
    expiresAt,
    maxKeys,
  );
}

/** Changes nothing if the key is revoked. */
export const revokeKeyStep = (accountId: string, keyId: string, at: number): Step =>
  step(STATEMENTS.revokeKey, accountId, keyId, at);

/** Expired ones are trimmed as of `believedAt`. */
export const revokeKeys = (accountId: string, at: number, believedAt: number): Step[] => [
  step(STATEMENTS.revokeKeys, accountId, at),
  trimEndedKeys(accountId, believedAt),
];

/** `at` is the time of `readBelievedTime`: what it deletes is gone for good. */
export const trimEndedKeys = (accountId: string, at: number): Step =>
  step(STATEMENTS.trimEndedKeys, accountId, at);

export const deleteEndedKeys = (now: number): Step =>
  step(STATEMENTS.deleteEndedKeys, now - ENDED_KEY_RETENTION_MS);
