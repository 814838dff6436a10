"""Saves: a file for each game that proves the game and is never half written."""
