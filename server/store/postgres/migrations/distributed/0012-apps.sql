-- As 0012-apps.sql, with the CHECK of api_key in a command of its own and by the name that it has there.
ALTER TABLE api_key ADD COLUMN app text COLLATE "C", ADD COLUMN renewable_until bigint;
ALTER TABLE api_key ADD CONSTRAINT api_key_app_check CHECK (app IN ('page', 'local', 'device'));

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
