"""The contents of screens as rows, by pure functions."""
