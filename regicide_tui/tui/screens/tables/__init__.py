"""Screens with a table, and other screens about a single game."""
