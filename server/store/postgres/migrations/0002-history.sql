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
