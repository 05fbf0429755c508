import type { Statement } from '../database.ts';
import { CALL_WRITE_RECORD } from './write-record-function.ts';

const NOW_MS = '(extract(epoch FROM now()) * 1000)::bigint';
/**
 * A window that ends later than a new one, by more than a statement may have waited, was stored while the clock ran
 * ahead, and counts as over.
 */
const MAX_CLOCK_LEAD_MS = 5_000;

export const READS = nameStatements({
  findKey: `SELECT k.key_id AS "keyId", k.account_id AS "accountId", k.permission, k.areas, k.expires_at AS "expiresAt",
      k.revoked_at IS NOT NULL AS revoked, a.status = 'active' AS "accountActive", k.last_used_at AS "lastUsedAt", k.app
    FROM api_key AS k JOIN account AS a ON a.account_id = k.account_id
    WHERE k.account_id = $1 AND k.digest = $2`,
  readStudent: `SELECT body AS json, tier IS NOT NULL AS recruited FROM student_record
    WHERE account_id = $1 AND student_uid = $2`,
  listStudents: `SELECT string_agg(body, ',' ORDER BY n) FILTER (WHERE n <= $3) AS texts,
      max(student_uid) FILTER (WHERE n <= $3) AS last, count(*) > $3 AS more
    FROM (SELECT student_uid, body, row_number() OVER (ORDER BY student_uid) AS n FROM student_record
      WHERE account_id = $1 AND student_uid > $2 AND tier IS NOT NULL ORDER BY student_uid LIMIT $3::bigint + 1) AS page`,
  /** Returns no row unless a window is open; see `CONSUME_WINDOW` for windows that count as over. */
  peekWindow: `SELECT used, least(ends_at - ${NOW_MS}, $3::bigint) AS "resetMs" FROM request_window
    WHERE account_id = $1 AND counted = $2
      AND ends_at > ${NOW_MS} AND ends_at <= ${NOW_MS} + $3::bigint + ${MAX_CLOCK_LEAD_MS}`,
  catalogueVersion: 'SELECT version FROM catalogue',
  readCatalogue: 'SELECT version, entries::text AS entries, imported_at AS "importedAt" FROM catalogue',
  recordedAmong:
    'SELECT uid FROM unnest($1::text[]) AS uid WHERE uid IN (SELECT student_uid FROM student_record)',
  anyRecorded: 'SELECT 1 FROM student_record WHERE student_uid = ANY($1::text[]) LIMIT 1',
});

/**
 * Counts a request in its rate-limit window. `used` stops one past the limit, which means that the request is rejected.
 * All times are the database's. Those of the insert, which a distributed database needs as values, are the moment at
 * which the statement began, before it waited for the row.
 */
const IS_OVER = `w.ends_at <= excluded.counted_at OR w.ends_at > excluded.ends_at + ${MAX_CLOCK_LEAD_MS}`;
export const CONSUME_WINDOW: Statement = {
  name: 'consumeWindow',
  text: `INSERT INTO request_window AS w (account_id, counted, used, ends_at, counted_at)
    VALUES ($1, $2, 1, ${NOW_MS} + $4::bigint, ${NOW_MS})
    ON CONFLICT (account_id, counted) DO UPDATE SET
      used = CASE WHEN ${IS_OVER} THEN 1 ELSE least(w.used, $3::integer) + 1 END,
      ends_at = CASE WHEN ${IS_OVER} THEN excluded.ends_at ELSE w.ends_at END,
      counted_at = excluded.counted_at
    RETURNING used, least(ends_at - counted_at, $4::bigint) AS "resetMs"`,
};

export const WRITES = nameStatements({
  writeRecord: CALL_WRITE_RECORD,
  /** Of two concurrent imports the second finds another version, or one where there was none, and does nothing. */
  insertCatalogue: `INSERT INTO catalogue (singleton, version, entries, imported_at)
    VALUES (1, $1, $2::json, $3::bigint) ON CONFLICT DO NOTHING`,
  replaceCatalogue: `UPDATE catalogue SET version = $1, entries = $2::json, imported_at = $3::bigint WHERE version = $4`,
});

/** Waits for other transactions of the account's console and for writes of its students, which wait for it. Neither reads nor foreign keys wait. */
export const LOCK_ACCOUNT: Statement = {
  name: 'lockAccount',
  text: 'SELECT 1 FROM account WHERE account_id = $1 FOR NO KEY UPDATE',
};

/** Returns the count of deleted rows: fewer than $1 if it found no more. Leaves a window that is new meanwhile. */
export const DELETE_ENDED_WINDOWS: Statement = {
  name: 'deleteEndedWindows',
  text: `WITH ended AS MATERIALIZED (SELECT account_id, counted FROM request_window WHERE ends_at <= ${NOW_MS} LIMIT $1)
    DELETE FROM request_window AS w USING ended
    WHERE w.account_id = ended.account_id AND w.counted = ended.counted AND w.ends_at <= ${NOW_MS}`,
};

/**
 * Checks that a write becomes durable: an empty message in the write-ahead log, whose commit waits for the disk like
 * any other. It touches no table, so no lock can block it.
 */
export const PROBE: Statement = {
  name: 'probe',
  text: `SELECT "readOnly", CASE WHEN NOT "readOnly" THEN pg_logical_emit_message(true, 'rollbook', '') END
    FROM (SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly") AS here`,
};

function nameStatements<Name extends string>(texts: Record<Name, string>): Record<Name, Statement> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { name, text }])) as Record<
    Name,
    Statement
  >;
}
