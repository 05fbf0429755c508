-- What a group spent is found in the index alone: SQLite prefers the primary key to one that lacks a column, and would
-- read the whole history for each group.
DROP INDEX student_change_spent;
CREATE INDEX student_change_spent ON student_change (account_id, group_number, spent) WHERE spent IS NOT NULL;
