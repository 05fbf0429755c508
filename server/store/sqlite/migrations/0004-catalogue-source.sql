-- Catalogue sources: when each is fetched next, and what its answers were, for all instances alike. Times are in
-- milliseconds; `etags` is an object by URL, `problem` why the last attempt failed.
CREATE TABLE catalogue_source (
  address TEXT PRIMARY KEY NOT NULL CHECK (length(address) <= 2000),
  due_at INTEGER NOT NULL,
  checked_at INTEGER,
  changed_at INTEGER,
  etags TEXT NOT NULL CHECK (json_valid(etags)),
  problem TEXT
) STRICT, WITHOUT ROWID;
