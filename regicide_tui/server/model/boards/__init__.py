"""Boards: deals that several tables play, with a par, so that results can be compared."""
