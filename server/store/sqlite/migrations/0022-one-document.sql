-- A record is one document beside its key, so that the bounds of the game are in no schema. Copies the table once, in the
-- order of its key.
ALTER TABLE student_record RENAME TO student_record_former;
CREATE TABLE student_record (
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  student_uid TEXT NOT NULL CHECK (student_uid <> ''),
  tier INTEGER,
  body TEXT NOT NULL,
  PRIMARY KEY (account_id, student_uid),
  CONSTRAINT document_of_key CHECK (json_valid(body)
    AND (body ->> 'studentUid') IS student_uid AND (body ->> 'tier') IS tier)
) STRICT, WITHOUT ROWID;
INSERT INTO student_record SELECT account_id, student_uid, tier, body FROM student_record_former;
DROP TABLE student_record_former;
CREATE INDEX record_of_student ON student_record (student_uid);
