-- The build of the game that the player plays, which decides what the console shows.
ALTER TABLE account ADD COLUMN game_server TEXT NOT NULL DEFAULT 'jp' CHECK (game_server IN ('jp', 'global'));
