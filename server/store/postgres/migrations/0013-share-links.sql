-- A link that shows a roster. Found by the digest of its token (account_lookup); the token itself is kept, because its
-- player copies it more than once. `settings` says what it shows.
CREATE TABLE share_link (
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
  share_id text COLLATE "C" NOT NULL,
  token text COLLATE "C" NOT NULL CHECK (length(token) = 22),
  settings text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  renewed_at bigint,
  expires_at bigint,
  PRIMARY KEY (account_id, share_id)
);

-- The picture of a link that its player has sent: a PNG in base64, and the start of its SHA-256.
CREATE TABLE share_picture (
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
  share_id text COLLATE "C" NOT NULL,
  image text COLLATE "C" NOT NULL CHECK (length(image) <= 400000),
  hash text COLLATE "C" NOT NULL,
  sent_at bigint NOT NULL,
  PRIMARY KEY (account_id, share_id),
  FOREIGN KEY (account_id, share_id) REFERENCES share_link ON DELETE CASCADE
);
