-- What a tool would change, until its player agrees or declines: then the content goes, and the line 30 days later.
CREATE TABLE proposal (
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  proposal_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  key_name TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  student_count INTEGER NOT NULL,
  applied INTEGER,
  note TEXT NOT NULL,
  content TEXT,
  PRIMARY KEY (account_id, proposal_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX proposal_of_key ON proposal (account_id, key_id);
CREATE INDEX proposal_open ON proposal (account_id, created_at) WHERE status = 'open';
CREATE INDEX proposal_end ON proposal (ended_at);
-- The tool, of changes that it proposed.
ALTER TABLE change_group ADD COLUMN proposed_by TEXT;
