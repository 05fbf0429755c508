import { GROWTH_COLUMNS } from '../columns.ts';
import { COLUMN_TYPES } from './postgres-student-table.ts';

/** Prepared once a connection, under its own name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const all = GROWTH_COLUMNS.join(', ');
const values = (from: number) => COLUMN_TYPES.map((type, i) => `$${from + i}::${type}`).join(', ');
const sets = (from: number) => GROWTH_COLUMNS.map((column, i) => `${column} = $${from + i}`).join(', ');
const catalogueIs = (parameter: string) =>
  `(SELECT version FROM catalogue) IS NOT DISTINCT FROM ${parameter}::text`;
const recordedUnder = (parameter: string) => `SELECT uid FROM unnest(${parameter}::text[]) AS uid
  WHERE EXISTS (SELECT 1 FROM student_record AS r WHERE r.student_uid = uid)`;
const account = 'account_id AS "accountId", name, status, created_at AS "createdAt"';
const key = `key_id AS "keyId", account_id AS "accountId", name, permission, shown, issued_at AS "issuedAt",
  expires_at AS "expiresAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"`;

const met = `SELECT k.key_id AS "keyId", k.account_id AS "accountId", k.permission, k.expires_at AS "expiresAt",
      k.revoked_at IS NOT NULL AS revoked, a.status = 'active' AS "accountActive", k.last_used_at AS "lastUsedAt"
    FROM api_key AS k JOIN account AS a ON a.account_id = k.account_id`;

export const READS = named({
  /** The account is known from the key's earlier requests, or null: then no record comes along. */
  findKey: `WITH met AS (${met} WHERE k.digest = $3)
    SELECT met.*, r.body, r.tier IS NOT NULL AS recruited FROM met
    LEFT JOIN student_record AS r ON r.account_id = $1 AND r.student_uid = $2`,
  readStudent: `SELECT body, tier IS NOT NULL AS recruited FROM student_record
    WHERE account_id = $1 AND student_uid = $2`,
  listStudents: `SELECT string_agg(body, ',' ORDER BY n) FILTER (WHERE n <= $3) AS texts,
      max(student_uid) FILTER (WHERE n <= $3) AS last, count(*) > $3 AS more
    FROM (SELECT student_uid, body, row_number() OVER (ORDER BY student_uid) AS n FROM student_record
      WHERE account_id = $1 AND student_uid > $2 AND tier IS NOT NULL ORDER BY student_uid LIMIT $3::bigint + 1) AS page`,
  catalogueVersion: 'SELECT version FROM catalogue',
  readCatalogue: 'SELECT version, entries::text AS entries, imported_at AS "importedAt" FROM catalogue',
  recordedAmong: recordedUnder('$1'),
  findAccount: `SELECT ${account} FROM account WHERE account_id = $1`,
  listAccounts: `SELECT ${account} FROM account ORDER BY created_at, account_id`,
  listKeys: `SELECT ${key} FROM api_key WHERE account_id = $1 ORDER BY issued_at, key_id`,
  findKeyById: `SELECT ${key} FROM api_key WHERE key_id = $1`,
});

/**
 * A full window counts one past its limit, which tells that this request was one too many. A window that ends later
 * than one opened now was stored under a clock that ran ahead, and counts as over. `clock_timestamp()`, because
 * another transaction may have begun, and opened its window, after ours began.
 */
const taking = (account: string, from: string, [of, limit, windowMs]: readonly string[]) => {
  const length = `${windowMs}::float8 * interval '1 ms'`;
  const over = `w.ends_at <= now() OR w.ends_at > clock_timestamp() + ${length}`;
  return `INSERT INTO request_window AS w (account_id, counted, used, ends_at)
      SELECT ${account}, ${of}, 1, now() + ${length} ${from}
      ON CONFLICT (account_id, counted) DO UPDATE SET
        used = CASE WHEN ${over} THEN 1 ELSE least(w.used, ${limit}::integer) + 1 END,
        ends_at = CASE WHEN ${over} THEN excluded.ends_at ELSE w.ends_at END
      RETURNING used, least(extract(epoch FROM ends_at - now())::float8 * 1000, ${windowMs}::float8) AS "resetMs"`;
};

export const COUNTS = named({
  take: `WITH taken AS (${taking('$1', '', ['$3', '$4', '$5'])})
    SELECT taken.*, r.body, r.tier IS NOT NULL AS recruited
    FROM taken LEFT JOIN student_record AS r ON r.account_id = $1 AND r.student_uid = $2`,
  /** Counts only for a key that stands as it did when it was judged; says in any case how it stands. */
  findKeyAndTake: `WITH met AS (${met} WHERE k.digest = $6),
    taken AS (${taking('$1', `FROM met WHERE "accountId" = $1 AND NOT revoked AND "accountActive" AND permission = $7 AND "expiresAt" = $8::bigint`, ['$3', '$4', '$5'])})
    SELECT met.*, taken.*, r.body, r.tier IS NOT NULL AS recruited FROM met LEFT JOIN taken ON true
    LEFT JOIN student_record AS r ON r.account_id = $1 AND r.student_uid = $2`,
});

export const WRITES = named({
  insertRecord: `INSERT INTO student_record (account_id, student_uid, ${all})
    SELECT $1, $2, ${values(4)} WHERE ${catalogueIs('$3')} ON CONFLICT DO NOTHING`,
  updateRecord: `UPDATE student_record SET ${sets(4)} WHERE account_id = $1 AND student_uid = $2 AND body = $3`,
  removeRecord: 'DELETE FROM student_record WHERE account_id = $1 AND student_uid = $2 AND tier IS NOT NULL',
  createAccount: 'INSERT INTO account (account_id, name, status, created_at) VALUES ($1, $2, $3, $4)',
  setAccountStatus: 'UPDATE account SET status = $1 WHERE account_id = $2',
  deleteAccount: 'DELETE FROM account WHERE account_id = $1',
  issueKey: `INSERT INTO api_key (key_id, account_id, name, permission, digest, shown, issued_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
  revokeKey: 'UPDATE api_key SET revoked_at = coalesce(revoked_at, $1) WHERE key_id = $2',
  endKey: 'UPDATE api_key SET expires_at = least(expires_at, $1) WHERE key_id = $2',
  /** Keys that another instance is noting, or that somebody has locked, are skipped. */
  noteKeyUse: `UPDATE api_key AS k SET last_used_at = greatest(k.last_used_at, used.at)
    FROM unnest($1::text[], $2::bigint[]) AS used (key_id, at)
    WHERE k.key_id = used.key_id AND k.key_id = ANY (ARRAY(SELECT key_id FROM api_key
      WHERE key_id = ANY ($1::text[]) ORDER BY key_id FOR NO KEY UPDATE SKIP LOCKED))`,
  /** Of two imports from the same catalogue the second finds that it is not the one it was made from. */
  replaceCatalogue: `INSERT INTO catalogue AS c (one, version, entries, imported_at)
    SELECT 1, $1, $2::json, $3::bigint WHERE ${catalogueIs('$4')} AND NOT EXISTS (${recordedUnder('$5')})
    ON CONFLICT (one) DO UPDATE SET version = excluded.version, entries = excluded.entries, imported_at = excluded.imported_at
    WHERE c.version = $4`,
});

/**
 * Whether a write becomes durable: a record in the write-ahead log that says nothing, in a transaction of its own,
 * whose commit waits for the disk like any other. It touches no table, so no lock is in its way.
 */
export const PROBE: Statement = {
  name: 'probe',
  text: `SELECT "readOnly", CASE WHEN NOT "readOnly" THEN pg_logical_emit_message(true, 'rollbook', '') END
    FROM (SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly") AS here`,
};

function named<Verb extends string>(texts: Record<Verb, string>): Record<Verb, Statement> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { name, text }])) as Record<
    Verb,
    Statement
  >;
}
