-- A list of links, each of which its player has added: `members` has them as JSON. Found by the digests of its tokens: that
-- of the page, and that of the address to join.
CREATE TABLE board (
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
  board_id text COLLATE "C" NOT NULL,
  token text COLLATE "C" NOT NULL,
  join_token text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  members text COLLATE "C" NOT NULL DEFAULT '[]',
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, board_id)
);
-- The boards on which a link stands, as JSON: without this it is seen on none.
ALTER TABLE share_link ADD COLUMN boards text COLLATE "C" NOT NULL DEFAULT '[]';
