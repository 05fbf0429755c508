-- When what has expired was last deleted. A clock far beyond that may be wrong: then nothing is deleted until servers have
-- run for a day, which `ran_ms` counts from look to look.
CREATE TABLE expiry_sweep (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  swept_at INTEGER NOT NULL,
  looked_at INTEGER NOT NULL,
  ran_ms INTEGER NOT NULL
) STRICT;
