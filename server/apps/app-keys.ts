import { type Area, formatAreas, parseAreas, permissionOf } from '../../contract/areas.ts';
import { MAX_APPS } from '../../contract/oauth.ts';
import { APP_IDLE_MS } from '../account-limits.ts';
import { changeAccount, noteActivity } from '../activity/activity.ts';
import { latestExpiry, revokeKey } from '../keys/keys.ts';
import { trimEndedKeys } from '../keys/records.ts';
import { displayPrefix, generateId, generateKey, hashKey } from '../secrets.ts';
import { type AccountCaller, MAY_WRITE, OPERATOR, requireCaller } from '../store/caller.ts';
import { readBelievedTime } from '../store/clock-jump.ts';
import { type Database, defineStatements, requiredStep, type Step, succeeds } from '../store/database.ts';
import { findKeyOfAccount } from '../store/find-accounts.ts';
import type { AppKind, StoredKey } from '../store/stored-account.ts';

const hasEnded = '(revoked_at IS NOT NULL OR expires_at <= $9)';

export const STATEMENTS = defineStatements({
  /**
   * Changes nothing if the account has $10 apps. No key has this digest: the app fetches its own later. $9 is the time, $8
   * until when the app may fetch it.
   */
  insertAppKey: `INSERT INTO api_key (key_id, account_id, name, permission, areas, digest, shown, issued_at, expires_at, app)
    SELECT $1, account_id, $3, $4, $5, $6, '', CAST($9 AS bigint), CAST($8 AS bigint), $7 FROM account
    WHERE account_id = $2 AND (SELECT count(*) FROM api_key
      WHERE account_id = $2 AND app IS NOT NULL AND NOT ${hasEnded}) < $10`,
  /**
   * Changes nothing if the key has ended, its account is not active, or the key was fetched and then used, or its code has
   * expired at $9. A secret that was fetched before is none from then on.
   */
  fetchAppKey: `UPDATE api_key SET digest = $4, shown = $5, issued_at = $6, expires_at = $7, renewable_until = $8
    WHERE ${MAY_WRITE.key('$1', '$2', '$6')}
      AND (digest = $3 OR (last_used_at IS NULL AND CAST($9 AS bigint) > $6))
      AND EXISTS (SELECT 1 FROM account WHERE ${MAY_WRITE.account('$1')})`,
  /** Changes nothing if the key has ended at $5, or has other areas than $4. */
  changeAppAreas: `UPDATE api_key SET areas = $3
    WHERE ${MAY_WRITE.key('$1', '$2', '$5')} AND app IS NOT NULL AND areas = $4`,
});

/** An app that is let in, before it has fetched its key. */
export interface AllowedApp {
  readonly keyId: string;
  readonly name: string;
  readonly kind: AppKind;
  readonly areas: readonly Area[];
  /** Until when it may fetch its key. */
  readonly expiresAt: number;
}

export const newAppKeyId = (): string => generateId('key');

/** A text in place of the key until it is fetched: no key has it. */
const placeholder = (keyId: string): string => `app ${keyId}`;

/** Lets an app in: `answer` is the step that notes so in its request. */
export async function allowApp(
  database: Database,
  caller: AccountCaller,
  app: AllowedApp,
  answer: Step,
  at: number,
): Promise<'done' | 'caller-ended' | 'too-many-apps' | 'request-ended'> {
  const { accountId } = caller;
  const insert = requiredStep(
    STATEMENTS.insertAppKey,
    app.keyId,
    accountId,
    app.name,
    permissionOf(app.areas),
    formatAreas(app.areas),
    placeholder(app.keyId),
    app.kind,
    app.expiresAt,
    at,
    MAX_APPS,
  );
  const failed = await database.write(
    'allowApp',
    [
      ...requireCaller(caller, accountId, at),
      insert,
      trimEndedKeys(accountId, await readBelievedTime(database, at)),
      answer,
      ...noteActivity(accountId, { at, kind: 'app-connected', detail: app.name }),
    ],
    accountId,
  );
  if (failed === undefined) return 'done';
  if (failed === insert) return 'too-many-apps';
  return failed === answer ? 'request-ended' : 'caller-ended';
}

/**
 * The key of an app that was let in. While the code is good and the key unused, the app may fetch it again, with another
 * secret: the answer that brought the first may be lost. Undefined if the key was used before, or has ended.
 */
export async function fetchAppKey(
  database: Database,
  { accountId, keyId }: { accountId: string; keyId: string },
  codeExpiresAt: number,
  now: number,
): Promise<{ apiKey: string; expiresAt: number } | undefined> {
  const apiKey = generateKey(accountId);
  const expiresAt = now + APP_IDLE_MS;
  const fetch = requiredStep(
    STATEMENTS.fetchAppKey,
    accountId,
    keyId,
    placeholder(keyId),
    hashKey(apiKey),
    displayPrefix(apiKey),
    now,
    expiresAt,
    latestExpiry(now),
    codeExpiresAt,
  );
  const isFetched = await succeeds(database.write('fetchAppKey', [fetch], accountId));
  return isFetched ? { apiKey, expiresAt } : undefined;
}

/** `app-ended`: it has, or is none. Where nothing is to change, nothing does. */
export async function changeAppAreas(
  database: Database,
  caller: AccountCaller,
  { accountId, keyId, name, areas }: StoredKey,
  change: (areas: readonly Area[]) => Area[],
  kind: 'app-writes' | 'app-asks',
  at: number,
): Promise<'done' | 'app-ended'> {
  const before = areas ?? '';
  const after = formatAreas(change(parseAreas(before)));
  if (after === before) return 'done';
  const steps = [requiredStep(STATEMENTS.changeAppAreas, accountId, keyId, after, before, at)];
  const entry = { at, kind, detail: name };
  const failed = await changeAccount(database, 'changeAppAreas', caller, accountId, entry, steps);
  return failed === undefined ? 'done' : 'app-ended';
}

/** Ends the key of an app, if it has one that has not ended. */
export async function disconnectApp(
  database: Database,
  accountId: string,
  keyId: string,
  now: number,
): Promise<void> {
  const key = await findKeyOfAccount({ database }, accountId, keyId);
  if (key?.app) await revokeKey({ database }, OPERATOR, key, now);
}
