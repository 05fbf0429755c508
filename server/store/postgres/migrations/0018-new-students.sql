-- Rows of imports that wait until the catalogue has their students: a JSON object by UID or name.
ALTER TABLE account ADD COLUMN kept_rows text COLLATE "C" NOT NULL DEFAULT '{}';

-- Since when the catalogue has each student, and has her as out on the global server, in one row: a JSON object by UID.
-- Days of the server, so that the pages mark who is new.
CREATE TABLE catalogue_days (
  singleton integer PRIMARY KEY CHECK (singleton = 1),
  students text COLLATE "C" NOT NULL
);
