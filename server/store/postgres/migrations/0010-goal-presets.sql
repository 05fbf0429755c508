-- The presets that a player has made: a JSON array of names with wanted values.
ALTER TABLE account ADD COLUMN goal_presets text COLLATE "C" NOT NULL DEFAULT '[]';
