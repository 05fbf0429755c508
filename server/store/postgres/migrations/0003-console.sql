-- How players sign in to the console, and what they did there. Digests are SHA-256 in hexadecimal: codes, links and
-- session cookies themselves are not stored.
CREATE TABLE passkey (
  credential_id text COLLATE "C" PRIMARY KEY CHECK (length(credential_id) BETWEEN 1 AND 1400),
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) <= 100),
  public_key text NOT NULL CHECK (length(public_key) BETWEEN 1 AND 4000),
  sign_count bigint NOT NULL CHECK (sign_count BETWEEN 0 AND 4294967295),
  transports text NOT NULL CHECK (length(transports) <= 200),
  created_at bigint NOT NULL,
  last_used_at bigint
);
CREATE INDEX passkey_of_account ON passkey (account_id);

CREATE TABLE console_session (
  digest text COLLATE "C" PRIMARY KEY CHECK (length(digest) = 64),
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
  origin text NOT NULL CHECK (origin IN ('passkey', 'link', 'recovery')),
  created_at bigint NOT NULL,
  used_at bigint NOT NULL,
  verified_at bigint
);
CREATE INDEX console_session_of_account ON console_session (account_id);

CREATE TABLE recovery_code (
  digest text COLLATE "C" PRIMARY KEY CHECK (length(digest) = 64),
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE
);
CREATE INDEX recovery_code_of_account ON recovery_code (account_id);

-- The account of a sign-up does not exist yet, so account_id is no foreign key.
CREATE TABLE challenge (
  digest text COLLATE "C" PRIMARY KEY CHECK (length(digest) = 64),
  purpose text NOT NULL CHECK (purpose IN ('sign-in', 'sign-up', 'verify', 'add-passkey')),
  account_id text COLLATE "C",
  expires_at bigint NOT NULL,
  CONSTRAINT account_unless_sign_in CHECK ((account_id IS NULL) = (purpose = 'sign-in'))
);

CREATE TABLE invite (
  invite_id text COLLATE "C" PRIMARY KEY,
  digest text COLLATE "C" NOT NULL UNIQUE CHECK (length(digest) = 64),
  uses integer NOT NULL CHECK (uses >= 1),
  uses_left integer NOT NULL CHECK (uses_left BETWEEN 0 AND uses),
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  revoked_at bigint
);

-- A new link voids the one before: an account has one at most.
CREATE TABLE account_link (
  account_id text COLLATE "C" PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  digest text COLLATE "C" NOT NULL UNIQUE CHECK (length(digest) = 64),
  expires_at bigint NOT NULL
);

CREATE TABLE activity (
  activity_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
  at bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('account-created', 'signed-in', 'entered-by-link', 'entered-by-recovery-code', 'signed-out-everywhere', 'passkey-added', 'passkey-removed', 'recovery-codes-replaced', 'key-issued', 'key-rotated', 'key-revoked', 'roster-imported')),
  detail text NOT NULL CHECK (length(detail) <= 200)
);
CREATE INDEX activity_of_account ON activity (account_id, activity_id);

-- Sign-in attempts are counted by address too, so account_id may hold something else than an account. A trigger does
-- what the foreign key did when an account is deleted.
ALTER TABLE request_window DROP CONSTRAINT request_window_account_id_fkey;
CREATE FUNCTION delete_windows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM request_window WHERE account_id = OLD.account_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER account_deleted AFTER DELETE ON account FOR EACH ROW EXECUTE FUNCTION delete_windows();
