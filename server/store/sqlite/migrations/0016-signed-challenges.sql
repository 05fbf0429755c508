-- Challenges are signed instead of stored: whoever asks for one writes nothing. What is kept is which ones were used.
CREATE TABLE server_secret (
  name TEXT PRIMARY KEY NOT NULL,
  secret TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE used_challenge (
  digest TEXT PRIMARY KEY NOT NULL CHECK (length(digest) = 64),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
