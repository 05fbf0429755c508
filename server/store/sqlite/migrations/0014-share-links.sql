-- A link that shows a roster. Found by the digest of its token (account_lookup); the token itself is kept, because its
-- player copies it more than once. `settings` says what it shows. Its picture, if its player has sent one, is a PNG in
-- base64, with the start of its SHA-256.
CREATE TABLE share_link (
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  share_id TEXT NOT NULL,
  token TEXT NOT NULL CHECK (length(token) = 22),
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  created_at INTEGER NOT NULL,
  renewed_at INTEGER,
  expires_at INTEGER,
  picture_hash TEXT,
  picture_sent_at INTEGER,
  picture TEXT CHECK (length(picture) <= 400000),
  PRIMARY KEY (account_id, share_id),
  CONSTRAINT whole_picture CHECK ((picture IS NULL) = (picture_hash IS NULL) AND (picture IS NULL) = (picture_sent_at IS NULL))
) STRICT;
