-- How players sign in to the console, and what they did there. Digests are SHA-256 in hexadecimal: codes, links and
-- session cookies themselves are not stored.
CREATE TABLE passkey (
  credential_id TEXT PRIMARY KEY NOT NULL CHECK (length(credential_id) BETWEEN 1 AND 1400),
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) <= 100),
  public_key TEXT NOT NULL CHECK (length(public_key) BETWEEN 1 AND 4000),
  sign_count INTEGER NOT NULL CHECK (sign_count BETWEEN 0 AND 4294967295),
  transports TEXT NOT NULL CHECK (length(transports) <= 200),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_of_account ON passkey (account_id);

CREATE TABLE console_session (
  digest TEXT PRIMARY KEY NOT NULL CHECK (length(digest) = 64),
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  origin TEXT NOT NULL CHECK (origin IN ('passkey', 'link', 'recovery')),
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  verified_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX console_session_of_account ON console_session (account_id);

CREATE TABLE recovery_code (
  digest TEXT PRIMARY KEY NOT NULL CHECK (length(digest) = 64),
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX recovery_code_of_account ON recovery_code (account_id);

-- The account of a sign-up does not exist yet, so account_id is no foreign key.
CREATE TABLE challenge (
  digest TEXT PRIMARY KEY NOT NULL CHECK (length(digest) = 64),
  purpose TEXT NOT NULL CHECK (purpose IN ('sign-in', 'sign-up', 'verify', 'add-passkey')),
  account_id TEXT,
  expires_at INTEGER NOT NULL,
  CONSTRAINT account_unless_sign_in CHECK ((account_id IS NULL) = (purpose = 'sign-in'))
) STRICT, WITHOUT ROWID;

CREATE TABLE invite (
  invite_id TEXT PRIMARY KEY NOT NULL,
  digest TEXT NOT NULL UNIQUE CHECK (length(digest) = 64),
  uses INTEGER NOT NULL CHECK (uses >= 1),
  uses_left INTEGER NOT NULL CHECK (uses_left BETWEEN 0 AND uses),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;

-- A new link voids the one before: an account has one at most.
CREATE TABLE account_link (
  account_id TEXT PRIMARY KEY NOT NULL REFERENCES account ON DELETE CASCADE,
  digest TEXT NOT NULL UNIQUE CHECK (length(digest) = 64),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE activity (
  activity_id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('account-created', 'signed-in', 'entered-by-link', 'entered-by-recovery-code', 'signed-out-everywhere', 'passkey-added', 'passkey-removed', 'recovery-codes-replaced', 'key-issued', 'key-rotated', 'key-revoked', 'roster-imported')),
  detail TEXT NOT NULL CHECK (length(detail) <= 200)
) STRICT;
CREATE INDEX activity_of_account ON activity (account_id, activity_id);
