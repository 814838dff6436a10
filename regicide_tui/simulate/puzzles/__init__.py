"""Makes puzzles: bots play games, and positions of these games that can be proved are kept."""
