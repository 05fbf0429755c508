-- Keys, sessions and links are found by their account: the primary keys begin with it, and new ones carry it. former_secret
-- has that of the keys and sessions of before, and may be dropped a year later. Links of before, which last half an hour,
-- end. What a server of before that still runs issues meanwhile is lost: it is to be stopped first.
CREATE TABLE former_secret (
  digest text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE
);
INSERT INTO former_secret (digest, account_id)
  SELECT digest, account_id FROM api_key UNION ALL SELECT digest, account_id FROM console_session;
CREATE INDEX former_secret_of_account ON former_secret (account_id);

ALTER TABLE api_key DROP CONSTRAINT api_key_pkey, DROP CONSTRAINT api_key_digest_key,
  ADD PRIMARY KEY (account_id, key_id), ADD UNIQUE (account_id, digest);
DROP INDEX api_key_of_account;
-- Commands name a key without its account, and last uses are written for keys of many accounts.
CREATE INDEX api_key_by_id ON api_key (key_id);

ALTER TABLE console_session DROP CONSTRAINT console_session_pkey, ADD PRIMARY KEY (account_id, digest);
DROP INDEX console_session_of_account;

DELETE FROM account_link;
ALTER TABLE account_link DROP CONSTRAINT account_link_digest_key;

-- What distributed databases refuse: triggers, and times that are computed while a row is updated. The service voids the
-- setup link, the windows of a deleted account end by themselves, and times are milliseconds as everywhere.
DROP TRIGGER account_inserted ON account;
DROP FUNCTION void_setup_link();
DROP TRIGGER account_deleted ON account;
DROP FUNCTION delete_windows();
ALTER TABLE request_window
  ALTER COLUMN ends_at TYPE bigint USING (extract(epoch FROM ends_at) * 1000)::bigint,
  ADD COLUMN counted_at bigint NOT NULL DEFAULT 0;

-- Finds the name of the key by its account, and reads it before it writes the group.
CREATE OR REPLACE FUNCTION record_change(
  of_account text, of_student text, change_kind text, change_fields text, changed_at bigint,
  changed_by text, changed_by_id text, changed_in text,
  max_open_groups integer, gap_ms bigint, duration_ms bigint, operation_gap_ms bigint, operation_duration_ms bigint,
  max_group_changes integer,
  OUT change_number integer, OUT group_number integer
) LANGUAGE plpgsql AS $$
DECLARE
  key_name text;
BEGIN
  IF change_kind IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO history AS h (account_id, last_number, next_number) VALUES (of_account, 1, 2)
    ON CONFLICT (account_id) DO UPDATE SET last_number = h.next_number, next_number = h.next_number + 1
    RETURNING last_number INTO change_number;
  UPDATE change_group AS g SET last_number = change_number, last_at = greatest(g.last_at, changed_at), changes = g.changes + 1
    WHERE g.account_id = of_account
      AND g.number = (SELECT recent.number FROM (SELECT * FROM change_group AS latest
          WHERE latest.account_id = of_account ORDER BY latest.number DESC LIMIT max_open_groups) AS recent
        WHERE recent.by_kind = changed_by AND recent.by_id = changed_by_id
          AND recent.operation IS NOT DISTINCT FROM changed_in AND recent.changes < max_group_changes
          AND recent.started_at <= changed_at + gap_ms
          AND recent.last_at > changed_at - CASE WHEN changed_in IS NULL THEN gap_ms ELSE operation_gap_ms END
          AND recent.started_at > changed_at - CASE WHEN changed_in IS NULL THEN duration_ms ELSE operation_duration_ms END
        ORDER BY recent.number DESC LIMIT 1)
    RETURNING g.number INTO group_number;
  IF group_number IS NULL THEN
    group_number := change_number;
    SELECT k.name INTO key_name FROM api_key AS k
      WHERE k.account_id = of_account AND k.key_id = changed_by_id AND changed_by = 'key';
    INSERT INTO change_group (account_id, number, last_number, started_at, last_at, by_kind, by_id, by_name, operation, changes)
      VALUES (of_account, change_number, change_number, changed_at, changed_at, changed_by, changed_by_id,
        coalesce(key_name, ''), changed_in, 1);
  END IF;
  INSERT INTO student_change (account_id, number, group_number, at, student_uid, kind, fields)
    VALUES (of_account, change_number, group_number, changed_at, of_student, change_kind, change_fields);
END
$$;
