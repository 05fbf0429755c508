-- What a tool would change, until its player agrees or declines: then the content goes, and the line 30 days later.
CREATE TABLE proposal (
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
  proposal_id text COLLATE "C" NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  key_name text NOT NULL,
  status text NOT NULL,
  created_at bigint NOT NULL,
  ended_at bigint,
  student_count integer NOT NULL,
  applied integer,
  note text NOT NULL,
  content text,
  PRIMARY KEY (account_id, proposal_id)
);
CREATE INDEX proposal_of_key ON proposal (account_id, key_id);
CREATE INDEX proposal_open ON proposal (account_id, created_at) WHERE status = 'open';
CREATE INDEX proposal_end ON proposal (ended_at);
-- The tool, of changes that it proposed.
ALTER TABLE change_group ADD COLUMN proposed_by text;
