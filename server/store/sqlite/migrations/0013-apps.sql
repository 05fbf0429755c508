-- A key that a connected app has. What kind of app it is, and until when its expiry moves with its use: NULL until the
-- app has fetched the key. Both NULL: a key made by hand.
ALTER TABLE api_key ADD COLUMN app TEXT CHECK (app IN ('page', 'local', 'device'));
ALTER TABLE api_key ADD COLUMN renewable_until INTEGER;

-- An app that asks to be connected, or was let in and has not fetched its key. Found by the digest of the code that the
-- player types, or that the browser carries back.
CREATE TABLE app_request (
  digest TEXT PRIMARY KEY NOT NULL CHECK (length(digest) = 64),
  client_id TEXT NOT NULL CHECK (length(client_id) <= 500),
  name TEXT NOT NULL CHECK (length(name) <= 500),
  areas TEXT NOT NULL CHECK (areas <> ''),
  -- The S256 challenge of what only the app knows.
  proof TEXT NOT NULL CHECK (length(proof) = 43),
  redirect_uri TEXT CHECK (length(redirect_uri) <= 500),
  place TEXT CHECK (length(place) <= 100),
  asked_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  interval_seconds INTEGER NOT NULL,
  polled_at INTEGER,
  answer TEXT CHECK (answer IN ('allowed', 'denied')),
  account_id TEXT,
  key_id TEXT,
  CONSTRAINT key_if_allowed CHECK ((coalesce(answer, '') = 'allowed') = (key_id IS NOT NULL AND account_id IS NOT NULL))
) STRICT, WITHOUT ROWID;
