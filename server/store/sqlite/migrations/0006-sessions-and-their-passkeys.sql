-- A session knows the passkey that began it, so that removing the passkey ends it. Sessions that do not know it end.
DELETE FROM console_session;
ALTER TABLE console_session ADD COLUMN credential_id TEXT;
ALTER TABLE console_session ADD COLUMN browser TEXT NOT NULL DEFAULT '' CHECK (length(browser) <= 60);
ALTER TABLE passkey ADD COLUMN backed_up INTEGER CHECK (backed_up IN (0, 1));

-- Keys that ended long ago are deleted.
CREATE INDEX api_key_end ON api_key (coalesce(revoked_at, expires_at));

-- New kinds of activity need no migration.
CREATE TABLE new_activity (
  activity_id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  detail TEXT NOT NULL CHECK (length(detail) <= 200)
) STRICT;
INSERT INTO new_activity (activity_id, account_id, at, kind, detail)
  SELECT activity_id, account_id, at, kind, detail FROM activity;
DROP TABLE activity;
ALTER TABLE new_activity RENAME TO activity;
CREATE INDEX activity_of_account ON activity (account_id, activity_id);
