"""Everything around the rules of a game: history, saves, transcript, statistics and the table."""
