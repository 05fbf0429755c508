-- Bounds of history: a group ends after so many changes, and a past roster is made from the nearest snapshot.
-- Of a group that is there already, those of other callers in between count too.
ALTER TABLE change_group ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
UPDATE change_group SET changes = last_number - number + 1;
-- The last change that a snapshot has. NULL in one that was taken before.
ALTER TABLE roster_snapshot ADD COLUMN last_number INTEGER;
