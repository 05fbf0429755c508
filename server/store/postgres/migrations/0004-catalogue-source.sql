-- Catalogue sources: when each is fetched next, and what its answers were, for all instances alike. Times are in
-- milliseconds; `etags` is an object by URL, `problem` why the last attempt failed.
CREATE TABLE catalogue_source (
  address text COLLATE "C" PRIMARY KEY CHECK (length(address) <= 2000),
  due_at bigint NOT NULL,
  checked_at bigint,
  changed_at bigint,
  etags text NOT NULL,
  problem text
);
