/** Older entries of an account are deleted. */
const MAX_ACTIVITY_ENTRIES = 200;
/** A sign-in beyond these ends the account's oldest session. */
const MAX_SESSIONS = 100;
/** An account's key that has ended stays in its list until these have ended later. */
const MAX_ENDED_KEYS = 100;
/** As in the index `api_key_end`. */
const KEY_END = 'coalesce(revoked_at, expires_at)';

const passkeyColumns = `credential_id AS "credentialId", account_id AS "accountId", name, public_key AS "publicKey",
  sign_count AS "signCount", transports, created_at AS "createdAt", last_used_at AS "lastUsedAt",
  backed_up AS "backedUp"`;
const sessionColumns = `s.digest, s.account_id AS "accountId", s.origin, s.credential_id AS "credentialId", s.browser,
  s.created_at AS "createdAt", s.used_at AS "usedAt", s.verified_at AS "verifiedAt"`;
const isActiveAccount = "EXISTS (SELECT 1 FROM account WHERE account_id = $2 AND status = 'active')";
/** A passkey that counts must have counted on: of two sign-ins with one count, the second is a copy of the passkey. */
const notePasskeyUse = `UPDATE passkey SET sign_count = $2, last_used_at = $3, backed_up = $5
    WHERE credential_id = $1 AND account_id = $4 AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0))`;
const hasEnded = (at: string) => `(revoked_at IS NOT NULL OR expires_at <= ${at})`;

/**
 * The SQL of the console, once for both engines. Parameters are numbered as PostgreSQL does ($1). What expires at a
 * moment is no longer valid in that moment.
 */
export const CONSOLE_READS = {
  findChallenge: `SELECT digest, purpose, account_id AS "accountId", expires_at AS "expiresAt" FROM challenge
    WHERE digest = $1 AND purpose = $2 AND expires_at > $3`,
  findLink: `SELECT a.account_id AS "accountId", a.name AS "accountName"
    FROM account_link AS l JOIN account AS a ON a.account_id = l.account_id WHERE l.digest = $1 AND l.expires_at > $2`,
  findRecoveryCode: 'SELECT account_id AS "accountId" FROM recovery_code WHERE digest = $1',
  findSession: `SELECT ${sessionColumns}, a.name AS "accountName", a.status AS "accountStatus"
    FROM console_session AS s JOIN account AS a ON a.account_id = s.account_id WHERE s.digest = $1`,
  listSessions: `SELECT ${sessionColumns}, p.name AS "passkeyName" FROM console_session AS s
    LEFT JOIN passkey AS p ON p.credential_id = s.credential_id AND p.account_id = s.account_id
    WHERE s.account_id = $1 ORDER BY s.used_at DESC, s.digest`,
  findPasskey: `SELECT ${passkeyColumns} FROM passkey WHERE credential_id = $1`,
  listPasskeys: `SELECT ${passkeyColumns} FROM passkey WHERE account_id = $1 ORDER BY created_at, credential_id`,
  countRecoveryCodes: 'SELECT count(*) AS "count" FROM recovery_code WHERE account_id = $1',
  listInvites: `SELECT invite_id AS "inviteId", uses, uses_left AS "usesLeft", created_at AS "createdAt",
    expires_at AS "expiresAt", revoked_at AS "revokedAt" FROM invite ORDER BY created_at, invite_id`,
  findInvite: `SELECT invite_id AS "inviteId" FROM invite
    WHERE digest = $1 AND uses_left > 0 AND revoked_at IS NULL AND expires_at > $2`,
  listActivity: `SELECT at, kind, detail FROM activity WHERE account_id = $1
    ORDER BY activity_id DESC LIMIT ${MAX_ACTIVITY_ENTRIES}`,
  /** Records of students who are not recruited hold a bond only. */
  listRecords: 'SELECT body AS "json" FROM student_record WHERE account_id = $1 ORDER BY student_uid',
  listGoals: `SELECT student_uid AS "id", CAST(goal AS text) AS "json" FROM growth_goal
    WHERE account_id = $1 ORDER BY student_uid`,
  listGiftPlans: `SELECT student_uid AS "id", CAST(plan AS text) AS "json" FROM gift_plan
    WHERE account_id = $1 ORDER BY student_uid`,
  listPlanners: `SELECT planner_id AS "id", CAST(content AS text) AS "json" FROM planner
    WHERE account_id = $1 ORDER BY planner_id`,
} as const;

export const CONSOLE_WRITES = {
  saveChallenge: 'INSERT INTO challenge (digest, purpose, account_id, expires_at) VALUES ($1, $2, $3, $4)',
  useChallenge: 'DELETE FROM challenge WHERE digest = $1',

  insertAccount: 'INSERT INTO account (account_id, name, status, created_at) VALUES ($1, $2, $3, $4)',
  useInvite: `UPDATE invite SET uses_left = uses_left - 1
    WHERE digest = $1 AND uses_left > 0 AND revoked_at IS NULL AND expires_at > $2`,
  saveLink: `INSERT INTO account_link (account_id, digest, expires_at)
    SELECT account_id, $2, CAST($3 AS bigint) FROM account WHERE account_id = $1
    ON CONFLICT (account_id) DO UPDATE SET digest = excluded.digest, expires_at = excluded.expires_at`,
  deleteLink: 'DELETE FROM account_link WHERE account_id = $1',
  useLink: 'DELETE FROM account_link WHERE digest = $1 AND account_id = $2 AND expires_at > $3',
  useRecoveryCode: 'DELETE FROM recovery_code WHERE digest = $1 AND account_id = $2',

  /** Changes nothing if the account is not active. */
  insertSession: `INSERT INTO console_session
      (digest, account_id, origin, credential_id, browser, created_at, used_at, verified_at)
    SELECT $1, account_id, $3, $4, $5, CAST($6 AS bigint), CAST($7 AS bigint), CAST($8 AS bigint) FROM account
    WHERE account_id = $2 AND status = 'active'`,
  /** The condition of each write that a session makes: it has not ended, and its account is active. */
  requireSession: `UPDATE console_session SET used_at = CASE WHEN used_at < $3 THEN $3 ELSE used_at END
    WHERE digest = $1 AND account_id = $2 AND ${isActiveAccount}`,
  noteSessionUse: 'UPDATE console_session SET used_at = $2 WHERE digest = $1 AND used_at < $2',
  trimSessions: `DELETE FROM console_session WHERE account_id = $1 AND created_at < (SELECT created_at
    FROM console_session WHERE account_id = $1 ORDER BY created_at DESC LIMIT 1 OFFSET ${MAX_SESSIONS - 1})`,
  endSession: 'DELETE FROM console_session WHERE digest = $1',
  endOwnSession: 'DELETE FROM console_session WHERE digest = $1 AND account_id = $2',
  /** $2 is the beginning of the digest, $3 its length: what the player's list calls the session. */
  endListedSession: 'DELETE FROM console_session WHERE account_id = $1 AND substr(digest, 1, $3) = $2',
  endSessions: 'DELETE FROM console_session WHERE account_id = $1',
  endOtherSessions: 'DELETE FROM console_session WHERE account_id = $1 AND digest <> $2',
  endSessionsOfPasskey: `DELETE FROM console_session
    WHERE account_id = $1 AND credential_id = $2 AND digest <> $3`,
  endRecoverySessions: "DELETE FROM console_session WHERE account_id = $1 AND origin = 'recovery'",

  /**
   * Changes nothing if the account has $10 passkeys, or if the credential ID is registered already, for this or another
   * account.
   */
  insertPasskey: `INSERT INTO passkey
      (credential_id, account_id, name, public_key, sign_count, transports, created_at, last_used_at, backed_up)
    SELECT $1, $2, $3, $4, CAST($5 AS bigint), $6, CAST($7 AS bigint), CAST($8 AS bigint), CAST($9 AS integer)
    WHERE (SELECT count(*) FROM passkey WHERE account_id = $2) < $10 ON CONFLICT DO NOTHING`,
  notePasskeyUse,
  renamePasskey: 'UPDATE passkey SET name = $3 WHERE account_id = $1 AND credential_id = $2',
  removePasskey: `DELETE FROM passkey WHERE account_id = $1 AND credential_id = $2
    AND EXISTS (SELECT 1 FROM passkey AS other WHERE other.account_id = $1 AND other.credential_id <> $2)`,
  /** $2 holds the credential IDs of those that stay, each between commas of its own. */
  removeOtherPasskeys: `DELETE FROM passkey
    WHERE account_id = $1 AND replace($2, ',' || credential_id || ',', '') = $2`,
  insertRecoveryCode: `INSERT INTO recovery_code (digest, account_id)
    SELECT $2, account_id FROM account WHERE account_id = $1`,
  insertFirstRecoveryCode: `INSERT INTO recovery_code (digest, account_id) SELECT $2, account_id FROM account
    WHERE account_id = $1 AND NOT EXISTS (SELECT 1 FROM recovery_code WHERE account_id = $1)`,
  deleteRecoveryCodes: 'DELETE FROM recovery_code WHERE account_id = $1',

  renameAccount: 'UPDATE account SET name = $2 WHERE account_id = $1',

  /** Changes nothing if the account has $9 keys that have not ended. */
  insertKey: `INSERT INTO api_key (key_id, account_id, name, permission, digest, shown, issued_at, expires_at)
    SELECT $1, account_id, $3, $4, $5, $6, CAST($7 AS bigint), CAST($8 AS bigint) FROM account
    WHERE account_id = $2 AND (SELECT count(*) FROM api_key
      WHERE account_id = $2 AND NOT ${hasEnded('$7')}) < $9`,
  /** Changes nothing if the key is revoked, or expired at $4. */
  endKey: `UPDATE api_key SET expires_at = CASE WHEN expires_at < $3 THEN expires_at ELSE $3 END
    WHERE account_id = $1 AND key_id = $2 AND revoked_at IS NULL AND expires_at > $4`,
  revokeKey:
    'UPDATE api_key SET revoked_at = $3 WHERE account_id = $1 AND key_id = $2 AND revoked_at IS NULL',
  revokeKeys: 'UPDATE api_key SET revoked_at = $2 WHERE account_id = $1 AND revoked_at IS NULL',
  /** Leaves the last ${MAX_ENDED_KEYS} of the keys that have ended at $2. */
  trimEndedKeys: `DELETE FROM api_key WHERE account_id = $1 AND key_id IN (SELECT key_id FROM api_key
    WHERE account_id = $1 AND ${hasEnded('$2')} ORDER BY ${KEY_END} DESC, key_id LIMIT 10000 OFFSET ${MAX_ENDED_KEYS})`,

  createInvite: `INSERT INTO invite (invite_id, digest, uses, uses_left, created_at, expires_at, revoked_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  revokeInvite: 'UPDATE invite SET revoked_at = coalesce(revoked_at, $2) WHERE invite_id = $1',

  insertActivity: `INSERT INTO activity (account_id, at, kind, detail)
    SELECT account_id, CAST($2 AS bigint), $3, $4 FROM account WHERE account_id = $1`,
  /** Leaves the last $3 entries of the kind. */
  trimActivityKind: `DELETE FROM activity WHERE account_id = $1 AND kind = $2
    AND activity_id <= (SELECT activity_id FROM activity WHERE account_id = $1 AND kind = $2
      ORDER BY activity_id DESC LIMIT 1 OFFSET $3)`,
  trimActivity: `DELETE FROM activity WHERE account_id = $1 AND activity_id <= (SELECT activity_id FROM activity
    WHERE account_id = $1 ORDER BY activity_id DESC LIMIT 1 OFFSET ${MAX_ACTIVITY_ENTRIES})`,

  deleteExpiredChallenges: 'DELETE FROM challenge WHERE expires_at <= $1',
  deleteExpiredLinks: 'DELETE FROM account_link WHERE expires_at <= $1',
  /** Not used since $1, or begun before $2, or begun with a link or code before $3. */
  deleteExpiredSessions: `DELETE FROM console_session
    WHERE used_at <= $1 OR created_at <= $2 OR (origin <> 'passkey' AND created_at <= $3)`,
  deleteEndedKeys: `DELETE FROM api_key WHERE ${KEY_END} <= $1`,
  deleteExpiredInvites: 'DELETE FROM invite WHERE expires_at <= $1',
} as const;

export type ConsoleRead = keyof typeof CONSOLE_READS;
export type ConsoleWrite = keyof typeof CONSOLE_WRITES;
export type ConsoleValue = string | number | null;

/** One statement of a transaction. */
export interface WriteStep {
  readonly statement: ConsoleWrite;
  readonly values: readonly ConsoleValue[];
  /** The whole transaction is rolled back if the statement changes no row. */
  readonly required: boolean;
}
