import {
  GROUP_DURATION_MS,
  GROUP_GAP_MS,
  MAX_GROUP_CHANGES,
  OPERATION_DURATION_MS,
  OPERATION_GAP_MS,
} from '../../../contract/history.ts';
import { MAY_WRITE } from '../caller.ts';
import { MAX_OPEN_GROUPS } from '../history-entry.ts';

/** One index lookup per UID, because an import runs this inside its write transaction. */
const uidsWithRecords = `SELECT value FROM json_each(?)
  WHERE EXISTS (SELECT 1 FROM student_record WHERE student_uid = value)`;

/** Whether the caller may still write, by parameters for the account, and for kind, ID and time of the caller. */
const callerMayWrite = (
  account: string,
  [kind, id, at]: readonly [string, string, string],
) => `(${kind} = 'operator'
  OR EXISTS (SELECT 1 FROM account WHERE ${MAY_WRITE.account(account)}) AND CASE ${kind}
    WHEN 'key' THEN EXISTS (SELECT 1 FROM api_key WHERE ${MAY_WRITE.key(account, id, at)})
    ELSE EXISTS (SELECT 1 FROM console_session WHERE ${MAY_WRITE.session(account, id)}) END)`;
const callerMayWriteRecord = callerMayWrite('?1', ['?3', '?4', '?5']);

/** The statements of the writer thread. Each is the whole write of one store method. */
export const WRITES = {
  insertRecord: `INSERT INTO student_record (account_id, student_uid, tier, body)
    SELECT ?1, ?2, ?7, ?8 WHERE (SELECT version FROM catalogue) IS ?6 AND ${callerMayWriteRecord}
    ON CONFLICT DO NOTHING`,
  updateRecord: `UPDATE student_record SET tier = ?7, body = ?8
    WHERE account_id = ?1 AND student_uid = ?2 AND body = ?6 AND ${callerMayWriteRecord}`,
  removeRecord: `DELETE FROM student_record WHERE account_id = ?1 AND student_uid = ?2 AND tier IS NOT NULL
    AND body = ?6 AND ${callerMayWriteRecord}`,
  /** The history of a write, in its order: its number, its group if that is open, else a new one, and itself. */
  takeChangeNumber: `INSERT INTO history (account_id, last_number, next_number) VALUES (?1, 1, 2)
    ON CONFLICT (account_id) DO UPDATE SET last_number = next_number, next_number = next_number + 1
    RETURNING last_number AS number`,
  extendChangeGroup: `UPDATE change_group SET last_number = ?2, last_at = max(last_at, ?3), changes = changes + 1 WHERE account_id = ?1
    AND number = (SELECT number FROM (SELECT * FROM change_group WHERE account_id = ?1
        ORDER BY number DESC LIMIT ${MAX_OPEN_GROUPS})
      WHERE by_kind = ?4 AND by_id = ?5 AND operation IS ?6 AND changes < ${MAX_GROUP_CHANGES} AND started_at <= ?3 + ${GROUP_GAP_MS}
        AND last_at > ?3 - iif(?6 IS NULL, ${GROUP_GAP_MS}, ${OPERATION_GAP_MS})
        AND started_at > ?3 - iif(?6 IS NULL, ${GROUP_DURATION_MS}, ${OPERATION_DURATION_MS})
      LIMIT 1)
    RETURNING number`,
  insertChangeGroup: `INSERT INTO change_group (account_id, number, last_number, started_at, last_at, by_kind, by_id, by_name, operation, changes)
    VALUES (?1, ?2, ?2, ?3, ?3, ?4, ?5, coalesce(
      iif(?4 = 'key', (SELECT name FROM api_key WHERE account_id = ?1 AND key_id = ?5),
        (SELECT browser FROM console_session WHERE account_id = ?1 AND digest = ?5)), ''), ?6, 1)`,
  insertChange: `INSERT INTO student_change (account_id, number, group_number, at, student_uid, kind, fields)
    VALUES (?, ?, ?, ?, ?, ?, ?)`,
  replaceCatalogue: `INSERT INTO catalogue (singleton, version, entries, imported_at)
    SELECT 1, ?, ?, ? WHERE (SELECT version FROM catalogue) IS ? AND NOT EXISTS (${uidsWithRecords})
    ON CONFLICT (singleton) DO UPDATE SET version = excluded.version, entries = excluded.entries, imported_at = excluded.imported_at`,
  findAccount: 'SELECT 1 FROM account WHERE account_id = ?',
  /** Readiness: writes the unchanged value to the file's header, the smallest write that is made durable. */
  probe: 'PRAGMA user_version = 0',
} as const;

export const READS = {
  findKey: `SELECT key_id, permission, areas, expires_at, revoked_at IS NOT NULL, status = 'active', last_used_at, app
    FROM api_key JOIN account USING (account_id) WHERE account_id = ? AND digest = ?`,
  readStudent: 'SELECT body, tier IS NOT NULL FROM student_record WHERE account_id = ? AND student_uid = ?',
  listStudents: `SELECT student_uid, body FROM student_record
    WHERE account_id = ? AND student_uid > ? AND tier IS NOT NULL ORDER BY student_uid LIMIT ?`,
  catalogueVersion: 'SELECT version FROM catalogue',
  readCatalogue: 'SELECT version, entries, imported_at AS importedAt FROM catalogue',
  recordedAmong: uidsWithRecords,
} as const;
