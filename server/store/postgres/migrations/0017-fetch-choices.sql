-- What operators chose to have fetched from others, and what came of it. A subject without a row was never asked about.
CREATE TABLE fetch_choice (
  subject text COLLATE "C" PRIMARY KEY,
  is_on integer NOT NULL CHECK (is_on IN (0, 1)),
  chosen_at bigint NOT NULL
);

-- The last fetch of portraits: which instance runs it and when it was last heard of, how far it is, how it ended.
-- `missing` are not at the source, `refused` is what was no image or too large, `problem` and `reason` why it failed.
CREATE TABLE portrait_fetch (
  singleton integer PRIMARY KEY CHECK (singleton = 1),
  instance text,
  seen_at bigint NOT NULL,
  done integer NOT NULL,
  total integer NOT NULL,
  ended_at bigint,
  missing integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  reason text,
  problem text
);

-- What the last refresh that brought something has brought, as JSON, and what kind of problem `problem` is.
ALTER TABLE catalogue_source ADD COLUMN brought text;
ALTER TABLE catalogue_source ADD COLUMN reason text;
