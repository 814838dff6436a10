"""The tables of the games, one folder each."""
