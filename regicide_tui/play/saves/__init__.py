"""Saves: one file for each game, which proves the game and is never half written."""
