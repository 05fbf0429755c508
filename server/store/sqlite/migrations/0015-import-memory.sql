-- What a player has said about the headings and names of imported spreadsheets: a JSON object of both.
ALTER TABLE account ADD COLUMN import_memory TEXT NOT NULL DEFAULT '{"headings":{},"aliases":{}}';
