-- A group of changes keeps the name of the browser that it was made in, as it keeps that of a key: the session ends.
CREATE OR REPLACE FUNCTION write_record(
  of_account text, of_student text, caller_kind text, caller_id text, written_at bigint, in_operation text, change_kind text, change_fields text, write text, expected text, document text
) RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
  caller_name text;
  change_number integer;
  written_group integer;
BEGIN
  IF caller_kind IS DISTINCT FROM 'operator' THEN
    PERFORM FROM account WHERE account_id = of_account AND status = 'active' FOR SHARE;
    IF NOT FOUND THEN RETURN NULL; END IF;
    IF caller_kind = 'key' THEN
      SELECT name INTO caller_name FROM api_key WHERE key_id = caller_id AND account_id = of_account AND revoked_at IS NULL AND expires_at > written_at FOR SHARE;
    ELSE
      SELECT browser INTO caller_name FROM console_session WHERE digest = caller_id AND account_id = of_account FOR SHARE;
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
          WHERE latest.account_id = of_account ORDER BY latest.number DESC LIMIT 64) AS recent
        WHERE recent.by_kind = caller_kind AND recent.by_id = caller_id
          AND recent.operation IS NOT DISTINCT FROM in_operation AND recent.changes < 2000
          AND recent.started_at <= written_at + 60000
          AND recent.last_at > written_at - CASE WHEN in_operation IS NULL THEN 60000 ELSE 900000 END
          AND recent.started_at > written_at - CASE WHEN in_operation IS NULL THEN 600000 ELSE 86400000 END
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
$$;
