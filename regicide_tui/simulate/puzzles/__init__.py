"""Makes puzzles from positions in games of bots, if their solution can be proved."""
