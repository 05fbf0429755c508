-- Goes up with every change of a record, whoever makes it, so that a server that keeps records in memory sees
-- with one look whether somebody else has written.
ALTER TABLE epoch ADD COLUMN records INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER record_inserted AFTER INSERT ON student_record BEGIN UPDATE epoch SET records = records + 1; END;
CREATE TRIGGER record_updated AFTER UPDATE ON student_record BEGIN UPDATE epoch SET records = records + 1; END;
CREATE TRIGGER record_deleted AFTER DELETE ON student_record BEGIN UPDATE epoch SET records = records + 1; END;
