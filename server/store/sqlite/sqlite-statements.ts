import { GROWTH_COLUMNS } from '../columns.ts';

const all = GROWTH_COLUMNS.join(', ');
const marks = GROWTH_COLUMNS.map(() => '?').join(', ');
const sets = GROWTH_COLUMNS.map((column) => `${column} = ?`).join(', ');

/** One index lookup for each UID: an import asks it inside its write transaction. */
const recordedUnder = `SELECT value FROM json_each(?)
  WHERE EXISTS (SELECT 1 FROM student_record WHERE student_uid = value)`;

/** Everything that is ever written, each a verb of the port in one statement. The writer prepares them all. */
export const WRITES = {
  insertRecord: `INSERT INTO student_record (account_id, student_uid, ${all})
    SELECT ?, ?, ${marks} WHERE (SELECT version FROM catalogue) IS ? ON CONFLICT DO NOTHING`,
  updateRecord: `UPDATE student_record SET ${sets} WHERE account_id = ? AND student_uid = ? AND body = ?`,
  removeRecord: 'DELETE FROM student_record WHERE account_id = ? AND student_uid = ? AND tier IS NOT NULL',
  createAccount: 'INSERT INTO account (account_id, name, status, created_at) VALUES (?, ?, ?, ?)',
  setAccountStatus: 'UPDATE account SET status = ? WHERE account_id = ?',
  deleteAccount: 'DELETE FROM account WHERE account_id = ?',
  issueKey: `INSERT INTO api_key (key_id, account_id, name, permission, digest, shown, issued_at, expires_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  revokeKey: 'UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE key_id = ?',
  endKey: 'UPDATE api_key SET expires_at = min(expires_at, ?) WHERE key_id = ?',
  replaceCatalogue: `INSERT INTO catalogue (only, version, entries, imported_at)
    SELECT 1, ?, ?, ? WHERE (SELECT version FROM catalogue) IS ? AND NOT EXISTS (${recordedUnder})
    ON CONFLICT (only) DO UPDATE SET version = excluded.version, entries = excluded.entries, imported_at = excluded.imported_at`,
  /** Shows that writes are made durable: writes the file's header, with the value it has, and nothing else. */
  probe: 'PRAGMA user_version = 0',
  noteKeyUse: `UPDATE api_key SET last_used_at = max(coalesce(last_used_at, 0), used.value)
    FROM json_each(?) AS used WHERE key_id = used.key`,
} as const;

const account = 'account_id AS accountId, name, status, created_at AS createdAt';
const key = `key_id AS keyId, account_id AS accountId, name, permission, shown, issued_at AS issuedAt,
  expires_at AS expiresAt, revoked_at AS revokedAt, last_used_at AS lastUsedAt`;

export const READS = {
  epoch: 'SELECT access, records FROM epoch',
  findKey: `SELECT key_id, account_id, permission, expires_at, revoked_at IS NOT NULL, status = 'active', last_used_at
    FROM api_key JOIN account USING (account_id) WHERE digest = ?`,
  readStudent: 'SELECT body, tier IS NOT NULL FROM student_record WHERE account_id = ? AND student_uid = ?',
  listStudents: `SELECT student_uid, body FROM student_record
    WHERE account_id = ? AND student_uid > ? AND tier IS NOT NULL ORDER BY student_uid LIMIT ?`,
  catalogueVersion: 'SELECT version FROM catalogue',
  readCatalogue: 'SELECT version, entries, imported_at AS importedAt FROM catalogue',
  recordedAmong: recordedUnder,
  findAccount: `SELECT ${account} FROM account WHERE account_id = ?`,
  listAccounts: `SELECT ${account} FROM account ORDER BY created_at, account_id`,
  listKeys: `SELECT ${key} FROM api_key WHERE account_id = ? ORDER BY issued_at, key_id`,
  findKeyById: `SELECT ${key} FROM api_key WHERE key_id = ?`,
} as const;
