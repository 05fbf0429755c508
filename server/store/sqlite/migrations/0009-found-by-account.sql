-- Everything of an account is found by it: the primary keys begin with it, and new keys, sessions and links carry it.
-- account_lookup has the account of what is found by itself: passkeys, recovery codes, and the keys and sessions of
-- before, whose rows may be deleted a year later. Links of before, which last half an hour, end. What a server of before that still runs issues meanwhile is
-- lost: it is to be stopped first.
CREATE TABLE api_key_by_account (
  key_id TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  name TEXT NOT NULL,
  permission TEXT NOT NULL CHECK (permission IN ('read', 'write')),
  digest TEXT NOT NULL,
  shown TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER,
  last_used_at INTEGER,
  PRIMARY KEY (account_id, key_id),
  UNIQUE (account_id, digest)
) STRICT, WITHOUT ROWID;
INSERT INTO api_key_by_account (key_id, account_id, name, permission, digest, shown, issued_at, expires_at, revoked_at,
    last_used_at)
  SELECT key_id, account_id, name, permission, digest, shown, issued_at, expires_at, revoked_at, last_used_at FROM api_key;
DROP TABLE api_key;
ALTER TABLE api_key_by_account RENAME TO api_key;
CREATE INDEX api_key_end ON api_key (coalesce(revoked_at, expires_at));
-- Commands name a key without its account.
CREATE INDEX api_key_by_id ON api_key (key_id);

CREATE TABLE account_lookup (
  found_by TEXT PRIMARY KEY NOT NULL,
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
-- A player may choose a credential ID that is a digest of theirs.
INSERT OR IGNORE INTO account_lookup (found_by, account_id)
  SELECT digest, account_id FROM api_key UNION ALL SELECT digest, account_id FROM console_session
  UNION ALL SELECT credential_id, account_id FROM passkey UNION ALL SELECT digest, account_id FROM recovery_code;
CREATE INDEX account_lookup_of_account ON account_lookup (account_id);

CREATE TABLE session_by_account (
  digest TEXT NOT NULL CHECK (length(digest) = 64),
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  origin TEXT NOT NULL CHECK (origin IN ('passkey', 'link', 'recovery')),
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  verified_at INTEGER,
  credential_id TEXT,
  browser TEXT NOT NULL DEFAULT '' CHECK (length(browser) <= 60),
  PRIMARY KEY (account_id, digest)
) STRICT, WITHOUT ROWID;
INSERT INTO session_by_account (digest, account_id, origin, created_at, used_at, verified_at, credential_id, browser)
  SELECT digest, account_id, origin, created_at, used_at, verified_at, credential_id, browser FROM console_session;
DROP TABLE console_session;
ALTER TABLE session_by_account RENAME TO console_session;

DROP TABLE account_link;
CREATE TABLE account_link (
  account_id TEXT PRIMARY KEY NOT NULL REFERENCES account ON DELETE CASCADE,
  digest TEXT NOT NULL CHECK (length(digest) = 64),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The service voids the setup link itself.
DROP TRIGGER account_inserted;
