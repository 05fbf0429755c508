-- What operators chose to have fetched from others, and what came of it. A subject without a row was never asked about.
CREATE TABLE fetch_choice (
  subject TEXT PRIMARY KEY NOT NULL,
  is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
  chosen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The last fetch of portraits: which instance runs it and when it was last heard of, how far it is, how it ended.
-- `missing` are not at the source, `refused` is what was no image or too large, `problem` and `reason` why it failed.
CREATE TABLE portrait_fetch (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  instance TEXT,
  seen_at INTEGER NOT NULL,
  done INTEGER NOT NULL,
  total INTEGER NOT NULL,
  ended_at INTEGER,
  missing INTEGER NOT NULL DEFAULT 0,
  refused INTEGER NOT NULL DEFAULT 0,
  reason TEXT,
  problem TEXT
) STRICT;

-- What the last refresh that brought something has brought, as JSON, and what kind of problem `problem` is.
ALTER TABLE catalogue_source ADD COLUMN brought TEXT;
ALTER TABLE catalogue_source ADD COLUMN reason TEXT;
