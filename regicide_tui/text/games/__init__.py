"""The table of each game in text."""
