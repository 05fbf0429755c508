-- A list of links, each of which its player has added: `members` has them as JSON. Found by the digests of its tokens: that
-- of the page, and that of the address to join.
CREATE TABLE board (
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  board_id TEXT NOT NULL,
  token TEXT NOT NULL,
  join_token TEXT NOT NULL,
  name TEXT NOT NULL,
  members TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, board_id)
) STRICT, WITHOUT ROWID;
-- The boards on which a link stands, as JSON: without this it is seen on none.
ALTER TABLE share_link ADD COLUMN boards TEXT NOT NULL DEFAULT '[]';
