"""Making puzzles: bots play, positions of their games are tried, and what is proved is kept."""
