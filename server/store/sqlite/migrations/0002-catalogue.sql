-- The catalogue that was imported last, whole; as long as there is none, the one that the program ships is served.
CREATE TABLE catalogue (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  version TEXT NOT NULL,
  entries TEXT NOT NULL CHECK (json_valid(entries)),
  imported_at INTEGER NOT NULL
) STRICT;
