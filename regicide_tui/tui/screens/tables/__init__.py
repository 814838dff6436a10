"""Screens with a table on them, and the screens that belong to one game."""
