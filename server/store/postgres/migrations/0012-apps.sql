-- A key that a connected app has. What kind of app it is, and until when its expiry moves with its use: NULL until the
-- app has fetched the key. Both NULL: a key made by hand.
ALTER TABLE api_key ADD COLUMN app text COLLATE "C" CHECK (app IN ('page', 'local', 'device')),
  ADD COLUMN renewable_until bigint;

-- An app that asks to be connected, or was let in and has not fetched its key. Found by the digest of the code that the
-- player types, or that the browser carries back.
CREATE TABLE app_request (
  digest text COLLATE "C" PRIMARY KEY CHECK (length(digest) = 64),
  client_id text COLLATE "C" NOT NULL CHECK (length(client_id) <= 500),
  name text COLLATE "C" NOT NULL CHECK (length(name) <= 500),
  areas text COLLATE "C" NOT NULL CHECK (areas <> ''),
  -- The S256 challenge of what only the app knows.
  proof text COLLATE "C" NOT NULL CHECK (length(proof) = 43),
  redirect_uri text COLLATE "C" CHECK (length(redirect_uri) <= 500),
  place text COLLATE "C" CHECK (length(place) <= 100),
  asked_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  interval_seconds integer NOT NULL,
  polled_at bigint,
  answer text COLLATE "C" CHECK (answer IN ('allowed', 'denied')),
  account_id text COLLATE "C",
  key_id text COLLATE "C",
  CONSTRAINT key_if_allowed CHECK ((coalesce(answer, '') = 'allowed') = (key_id IS NOT NULL AND account_id IS NOT NULL))
);
