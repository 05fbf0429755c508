import {
  GROUP_DURATION_MS,
  GROUP_GAP_MS,
  MAX_GROUP_CHANGES,
  OPERATION_DURATION_MS,
  OPERATION_GAP_MS,
} from '../../../contract/history.ts';
import { MAY_WRITE } from '../caller.ts';
import { MAX_OPEN_GROUPS } from '../history-entry.ts';

/** The parameters of `write_record`, in their order. */
const PARAMETERS = {
  of_account: 'text',
  of_student: 'text',
  caller_kind: 'text',
  caller_id: 'text',
  written_at: 'bigint',
  in_operation: 'text',
  /** NULL where nothing is recorded. */
  change_kind: 'text',
  change_fields: 'text',
  /** What is written: `insert`, `update` or `remove`. */
  write: 'text',
  /** The record as the writer knows it; for an insert, the version of the catalogue. */
  expected: 'text',
  /** What it becomes; NULL for a removal. */
  document: 'text',
};

/** Calls the function with the parameters $1, $2 and so on. */
export const CALL_WRITE_RECORD = `SELECT write_record(${Object.values(PARAMETERS)
  .map((type, i) => `$${i + 1}::${type}`)
  .join(', ')}) AS numbers`;

const within = (length: number, operationLength: number) =>
  `written_at - CASE WHEN in_operation IS NULL THEN ${length} ELSE ${operationLength} END`;

/**
 * Generates the function that writes a record and its change in the history, if the caller may still write, and returns
 * the numbers of the change and of its group, none if nothing is recorded, or NULL if nothing is written. All that it
 * reads and writes is the account's, so that a distributed database runs it where the account is.
 *
 * Rows are locked in one order: the account, as in all transactions of the console, then the caller's key or session, so
 * that whatever ends the caller waits for this write, or this write for that; then the account's numbers, before the
 * record: otherwise two transactions with several writes of one account could each wait for the other. What is read
 * after a lock has been waited for is as the lock's former holder left it, because each statement of the function has a
 * snapshot of its own.
 */
export const writeRecordFunction = (): string => `CREATE FUNCTION write_record(
  ${Object.entries(PARAMETERS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')}
) RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
  caller_name text;
  change_number integer;
  written_group integer;
BEGIN
  IF caller_kind IS DISTINCT FROM 'operator' THEN
    PERFORM FROM account WHERE ${MAY_WRITE.account('of_account')} FOR SHARE;
    IF NOT FOUND THEN RETURN NULL; END IF;
    IF caller_kind = 'key' THEN
      SELECT name INTO caller_name FROM api_key WHERE ${MAY_WRITE.key('of_account', 'caller_id', 'written_at')} FOR SHARE;
    ELSE
      SELECT browser INTO caller_name FROM console_session WHERE ${MAY_WRITE.session('of_account', 'caller_id')} FOR SHARE;
    END IF;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;

  IF change_kind IS NOT NULL THEN
    PERFORM FROM history WHERE account_id = of_account FOR NO KEY UPDATE;
  END IF;
  CASE write
    WHEN 'insert' THEN
      INSERT INTO student_record (account_id, student_uid, tier, body)
        VALUES (of_account, of_student, (document::json ->> 'tier')::smallint, document)
        ON CONFLICT DO NOTHING;
      -- After an import that dropped the student, for which the insert has waited.
      IF FOUND AND (SELECT version FROM catalogue) IS DISTINCT FROM expected THEN
        DELETE FROM student_record WHERE account_id = of_account AND student_uid = of_student;
        RETURN NULL;
      END IF;
    WHEN 'update' THEN
      UPDATE student_record SET tier = (document::json ->> 'tier')::smallint, body = document
        WHERE account_id = of_account AND student_uid = of_student AND body = expected;
    WHEN 'remove' THEN
      DELETE FROM student_record
        WHERE account_id = of_account AND student_uid = of_student AND body = expected AND tier IS NOT NULL;
  END CASE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF change_kind IS NULL THEN RETURN '{}'; END IF;

  INSERT INTO history AS h (account_id, last_number, next_number) VALUES (of_account, 1, 2)
    ON CONFLICT (account_id) DO UPDATE SET last_number = h.next_number, next_number = h.next_number + 1
    RETURNING last_number INTO change_number;
  UPDATE change_group AS g
    SET last_number = change_number, last_at = greatest(g.last_at, written_at), changes = g.changes + 1
    WHERE g.account_id = of_account
      AND g.number = (SELECT recent.number FROM (SELECT * FROM change_group AS latest
          WHERE latest.account_id = of_account ORDER BY latest.number DESC LIMIT ${MAX_OPEN_GROUPS}) AS recent
        WHERE recent.by_kind = caller_kind AND recent.by_id = caller_id
          AND recent.operation IS NOT DISTINCT FROM in_operation AND recent.changes < ${MAX_GROUP_CHANGES}
          AND recent.started_at <= written_at + ${GROUP_GAP_MS}
          AND recent.last_at > ${within(GROUP_GAP_MS, OPERATION_GAP_MS)}
          AND recent.started_at > ${within(GROUP_DURATION_MS, OPERATION_DURATION_MS)}
        ORDER BY recent.number DESC LIMIT 1)
    RETURNING g.number INTO written_group;
  IF written_group IS NULL THEN
    written_group := change_number;
    INSERT INTO change_group (account_id, number, last_number, started_at, last_at, by_kind, by_id, by_name, operation, changes)
      VALUES (of_account, change_number, change_number, written_at, written_at, caller_kind, caller_id,
        coalesce(caller_name, ''), in_operation, 1);
  END IF;
  INSERT INTO student_change (account_id, number, group_number, at, student_uid, kind, fields)
    VALUES (of_account, change_number, written_group, written_at, of_student, change_kind, change_fields);
  RETURN ARRAY[change_number, written_group];
END
$$;`;
