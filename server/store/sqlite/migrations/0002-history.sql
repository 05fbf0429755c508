-- History: what changed in each account's roster, and what the roster was on each day.
-- `next_number` is more than one above `last_number` only after a restore.
CREATE TABLE history (
  account_id TEXT PRIMARY KEY NOT NULL REFERENCES account ON DELETE CASCADE,
  last_number INTEGER NOT NULL,
  next_number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What one caller did at once. Its number is that of its first change. `by_id` is the key's ID or the session's digest,
-- `by_name` the name that the key had then.
CREATE TABLE change_group (
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  number INTEGER NOT NULL,
  last_number INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  by_kind TEXT NOT NULL CHECK (by_kind IN ('key', 'console', 'operator')),
  by_id TEXT NOT NULL,
  by_name TEXT NOT NULL,
  operation TEXT CHECK (length(operation) <= 64),
  PRIMARY KEY (account_id, number)
) STRICT, WITHOUT ROWID;
-- The sweep asks which accounts have old groups.
CREATE INDEX change_group_start ON change_group (started_at);

CREATE TABLE student_change (
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  number INTEGER NOT NULL,
  group_number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  student_uid TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('registered', 'changed', 'removed', 'bond')),
  fields TEXT NOT NULL CHECK (json_valid(fields)),
  PRIMARY KEY (account_id, number)
) STRICT, WITHOUT ROWID;

-- The roster before the first change of a UTC day. `states` is compressed, `summary` what growth over time needs.
CREATE TABLE roster_snapshot (
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  day TEXT NOT NULL CHECK (length(day) = 10),
  taken_at INTEGER NOT NULL,
  summary TEXT NOT NULL CHECK (json_valid(summary)),
  states TEXT NOT NULL,
  PRIMARY KEY (account_id, day)
) STRICT;
CREATE INDEX roster_snapshot_day ON roster_snapshot (day);
