-- History: what changed in each account's roster, and what the roster was on each day.
-- `next_number` is more than one above `last_number` only after a restore.
CREATE TABLE history (
  account_id text COLLATE "C" PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  last_number integer NOT NULL,
  next_number integer NOT NULL
) WITH (fillfactor = 80);

-- What one caller did at once. Its number is that of its first change. `by_id` is the key's ID or the session's digest,
-- `by_name` the name that the key had then.
CREATE TABLE change_group (
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
  number integer NOT NULL,
  last_number integer NOT NULL,
  started_at bigint NOT NULL,
  last_at bigint NOT NULL,
  by_kind text COLLATE "C" NOT NULL CHECK (by_kind IN ('key', 'console', 'operator')),
  by_id text COLLATE "C" NOT NULL,
  by_name text NOT NULL,
  operation text COLLATE "C" CHECK (length(operation) <= 64),
  PRIMARY KEY (account_id, number)
) WITH (fillfactor = 80);
-- The sweep asks which accounts have old groups.
CREATE INDEX change_group_start ON change_group (started_at);

CREATE TABLE student_change (
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
  number integer NOT NULL,
  group_number integer NOT NULL,
  at bigint NOT NULL,
  student_uid text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('registered', 'changed', 'removed', 'bond')),
  fields text COLLATE "C" NOT NULL,
  PRIMARY KEY (account_id, number)
);

-- The roster before the first change of a UTC day. `states` is compressed, `summary` what growth over time needs.
CREATE TABLE roster_snapshot (
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
  day text COLLATE "C" NOT NULL CHECK (length(day) = 10),
  taken_at bigint NOT NULL,
  summary text COLLATE "C" NOT NULL,
  states text COLLATE "C" NOT NULL,
  PRIMARY KEY (account_id, day)
);
CREATE INDEX roster_snapshot_day ON roster_snapshot (day);

-- Records a change in the transaction of its write, and returns its number and its group's. `change_kind` is null where
-- nothing is to be recorded.
CREATE FUNCTION record_change(
  of_account text, of_student text, change_kind text, change_fields text, changed_at bigint,
  changed_by text, changed_by_id text, changed_in text,
  max_open_groups integer, gap_ms bigint, duration_ms bigint, operation_gap_ms bigint, operation_duration_ms bigint,
  OUT change_number integer, OUT group_number integer
) LANGUAGE plpgsql AS $$
BEGIN
  IF change_kind IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO history AS h (account_id, last_number, next_number) VALUES (of_account, 1, 2)
    ON CONFLICT (account_id) DO UPDATE SET last_number = h.next_number, next_number = h.next_number + 1
    RETURNING last_number INTO change_number;
  UPDATE change_group AS g SET last_number = change_number, last_at = greatest(g.last_at, changed_at)
    WHERE g.account_id = of_account
      AND g.number = (SELECT recent.number FROM (SELECT * FROM change_group AS latest
          WHERE latest.account_id = of_account ORDER BY latest.number DESC LIMIT max_open_groups) AS recent
        WHERE recent.by_kind = changed_by AND recent.by_id = changed_by_id
          AND recent.operation IS NOT DISTINCT FROM changed_in
          AND recent.started_at <= changed_at + gap_ms
          AND recent.last_at > changed_at - CASE WHEN changed_in IS NULL THEN gap_ms ELSE operation_gap_ms END
          AND recent.started_at > changed_at - CASE WHEN changed_in IS NULL THEN duration_ms ELSE operation_duration_ms END
        ORDER BY recent.number DESC LIMIT 1)
    RETURNING g.number INTO group_number;
  IF group_number IS NULL THEN
    group_number := change_number;
    INSERT INTO change_group (account_id, number, last_number, started_at, last_at, by_kind, by_id, by_name, operation)
      VALUES (of_account, change_number, change_number, changed_at, changed_at, changed_by, changed_by_id,
        coalesce((SELECT k.name FROM api_key AS k WHERE k.key_id = changed_by_id AND changed_by = 'key'), ''), changed_in);
  END IF;
  INSERT INTO student_change (account_id, number, group_number, at, student_uid, kind, fields)
    VALUES (of_account, change_number, group_number, changed_at, of_student, change_kind, change_fields);
END
$$;
