-- As 0011-key-areas.sql, with the CHECK in a command of its own and by the name that it has there.
ALTER TABLE api_key ADD COLUMN areas text COLLATE "C";
ALTER TABLE api_key ADD CONSTRAINT api_key_areas_check CHECK (areas <> '');
