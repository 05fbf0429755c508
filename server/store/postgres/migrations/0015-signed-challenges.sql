-- Challenges are signed instead of stored: whoever asks for one writes nothing. What is kept is which ones were used.
CREATE TABLE server_secret (
  name text COLLATE "C" PRIMARY KEY,
  secret text NOT NULL
);
CREATE TABLE used_challenge (
  digest text COLLATE "C" PRIMARY KEY CHECK (length(digest) = 64),
  expires_at bigint NOT NULL
);
