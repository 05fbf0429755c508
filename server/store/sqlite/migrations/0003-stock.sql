-- The stock of items. Goals hold gift plans and planners too: nothing has ever filled these tables, and no release had them.
DROP TABLE gift_plan;
DROP TABLE planner;

CREATE TABLE stock (
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  item_id TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 9999999999),
  PRIMARY KEY (account_id, item_id)
) STRICT, WITHOUT ROWID;
