-- The operator's rights in the console, and the setup link with which the first account is made.
ALTER TABLE account ADD COLUMN is_operator INTEGER NOT NULL DEFAULT 0 CHECK (is_operator IN (0, 1));
-- An operator's list of accounts, the newest first.
CREATE INDEX account_by_creation ON account (created_at, account_id);

-- The link that the last start has printed. The first account, whoever makes it, voids it.
CREATE TABLE setup_link (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  digest TEXT NOT NULL CHECK (length(digest) = 64),
  expires_at INTEGER NOT NULL
) STRICT;
CREATE TRIGGER account_inserted AFTER INSERT ON account BEGIN DELETE FROM setup_link; END;

-- When a source was last fetched or began to be, whatever came of it: an operator may ask for it at any time.
ALTER TABLE catalogue_source ADD COLUMN attempted_at INTEGER;
