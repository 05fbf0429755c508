-- A link that shows a roster. Found by the digest of its token (account_lookup); the token itself is kept, because its
-- player copies it more than once. `settings` says what it shows.
CREATE TABLE share_link (
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  share_id TEXT NOT NULL,
  token TEXT NOT NULL CHECK (length(token) = 22),
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  created_at INTEGER NOT NULL,
  renewed_at INTEGER,
  expires_at INTEGER,
  PRIMARY KEY (account_id, share_id)
) STRICT, WITHOUT ROWID;

-- The picture of a link that its player has sent: a PNG in base64, and the start of its SHA-256.
CREATE TABLE share_picture (
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  share_id TEXT NOT NULL,
  image TEXT NOT NULL CHECK (length(image) <= 400000),
  hash TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, share_id),
  FOREIGN KEY (account_id, share_id) REFERENCES share_link ON DELETE CASCADE
) STRICT;
