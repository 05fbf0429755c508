-- What a change took from the stock (a JSON object of counts by item), and the goal that it ended, until it is taken back.
ALTER TABLE student_change ADD COLUMN spent TEXT;
ALTER TABLE student_change ADD COLUMN ended_goal TEXT;
ALTER TABLE student_change ADD COLUMN taken_back_at INTEGER;
CREATE INDEX student_change_spent ON student_change (account_id, group_number) WHERE spent IS NOT NULL;
