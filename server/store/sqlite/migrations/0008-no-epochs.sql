-- The caches that compared these counters are gone: each read asks the file. No release has had them, so this one may drop.
DROP TRIGGER account_changed;
DROP TRIGGER account_deleted;
DROP TRIGGER api_key_changed;
DROP TRIGGER api_key_deleted;
DROP TRIGGER record_inserted;
DROP TRIGGER record_updated;
DROP TRIGGER record_deleted;
DROP TABLE epoch;
