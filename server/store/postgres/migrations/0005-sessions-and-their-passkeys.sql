-- A session knows the passkey that began it, so that removing the passkey ends it. Sessions that do not know it end.
DELETE FROM console_session;
ALTER TABLE console_session
  ADD COLUMN credential_id text COLLATE "C",
  ADD COLUMN browser text NOT NULL DEFAULT '' CHECK (length(browser) <= 60);
ALTER TABLE passkey ADD COLUMN backed_up integer CHECK (backed_up IN (0, 1));

-- Keys that ended long ago are deleted.
CREATE INDEX api_key_end ON api_key (coalesce(revoked_at, expires_at));

-- New kinds of activity need no migration.
ALTER TABLE activity
  DROP CONSTRAINT activity_kind_check,
  ADD CONSTRAINT activity_kind_check CHECK (length(kind) BETWEEN 1 AND 40);
